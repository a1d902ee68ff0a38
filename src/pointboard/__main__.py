"""``python -m pointboard`` is the program ``pointboard``, where no folder with programs is on the path."""

from pointboard.cli.main import main

__all__: list[str] = []

if __name__ == "__main__":
    main()
