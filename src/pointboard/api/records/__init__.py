"""Judging whole games over HTTP: a record comes in, a job judges it, its report can be fetched for an hour."""
