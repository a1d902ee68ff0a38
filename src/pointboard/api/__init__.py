"""The HTTP API: what goes over the wire (``schema``), errors as statuses, search workers, routes, the application."""
