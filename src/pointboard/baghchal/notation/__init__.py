"""Bagh Chal's notations: OBX, the texts of other programs, and conversion between them."""
