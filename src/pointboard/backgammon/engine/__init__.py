"""What computes with positions of backgammon: compiled kernels."""
