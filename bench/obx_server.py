"""GET /obx on finished games, under load: ``python bench/obx_server.py [SECONDS]`` starts a server and measures it.

Needs hey (Debian package ``hey``). Two runs: the plain command, ``hey -c 32 -q 48 -z 30s URL``, and, since hey asks for
one address only, 32 of them at once with one connection each and a finished game of its own. Every answer must be 200,
at least 1,500 come a second, and 99 of 100 come within 20 ms. The server keeps no answers, so that the same text twice
costs what two texts cost.
"""

import csv
import io
import random
import re
import shutil
import subprocess
import sys

from pointboard import baghchal
from pointboard.api.client import obx_url

CLIENTS, RATE = 32, 48
PER_SECOND, P99 = 1_500, 0.020


def finished(count: int, seed: int = 1) -> list[str]:
    """Distinct texts of finished games, from random play."""
    rng = random.Random(seed)  # noqa: S311 (games, not secrets)
    found: dict[str, None] = {}
    while len(found) < count:
        state = baghchal.State.start()
        while (moves := baghchal.legal(state)) and (state.ply or 0) < 300:
            state = baghchal.apply(state, rng.choice(moves))
        if baghchal.outcome(state) is not None:
            found[baghchal.format(state)] = None
    return list(found)


def measure(addresses: list[str], clients: int, seconds: int) -> tuple[int, list[float], int]:
    """Answers, their times in order, and how many were not 200, from one hey for each address."""
    command = ["hey", "-c", str(clients), "-q", str(RATE), "-z", f"{seconds}s", "-o", "csv"]
    running = [subprocess.Popen([*command, address], stdout=subprocess.PIPE, text=True) for address in addresses]
    rows = [row for hey in running for row in csv.DictReader(io.StringIO(hey.communicate()[0]))]
    times = sorted(float(row["response-time"]) for row in rows)
    return len(rows), times, sum(row["status-code"] != "200" for row in rows)


def main() -> int:
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    if shutil.which("hey") is None:
        sys.exit("hey is not installed: apt-get install hey")
    code = "from pointboard.api.server import serve; serve(port=0)"
    server = subprocess.Popen([sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        said = ""
        while "API docs" not in said:
            said += server.stdout.readline() or sys.exit("the server does not start")
        base = re.search(r"http://\S+:\d+", said)[0]
        addresses = [obx_url(base, text) for text in finished(CLIENTS)]
        good = True
        print("| run | answers/s | p50 ms | p99 ms | slowest ms | not 200 |\n|---|---|---|---|---|---|")
        for title, urls, clients in (
            (f"one address, {CLIENTS} connections", addresses[:1], CLIENTS),
            (f"{CLIENTS} addresses, a connection each", addresses, 1),
        ):
            count, times, bad = measure(urls, clients, seconds)
            p50, p99 = times[count // 2], times[count * 99 // 100]
            figures = f"{p50 * 1e3:.1f} | {p99 * 1e3:.1f} | {times[-1] * 1e3:.1f} | {bad}"
            print(f"| {title} | {count / seconds:,.0f} | {figures} |")
            good &= count / seconds >= PER_SECOND and p99 <= P99 and not bad
    finally:
        server.terminate()
        server.wait(30)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
