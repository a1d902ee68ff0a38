"""Other programs as sources: ``bgsage`` in this process, ``gnubg`` in processes of its own."""
