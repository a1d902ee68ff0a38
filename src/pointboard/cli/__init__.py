"""The command line: ``main`` starts it, ``app`` puts the verbs together, one file for each group of verbs."""
