"""Pictures of backgammon positions: ``text`` for reading and terminals, ``svg`` for pages and print."""
