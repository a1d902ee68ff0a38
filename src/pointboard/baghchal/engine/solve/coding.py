"""How placement tables are written: each block by itself, with a model of what its neighbours foretell.

A block is the sets of goats of one orbit that share the high 6 of their 21 bits: 2^15 sets, in ascending order, of
which those are written whose number of goats can be. Each is a symbol, 0 a draw, 1 won by the tigers, 2 won by the
goats, written by an arithmetic coder (range variant of asymmetric numeral systems: 15-bit frequencies, a state of 23 to
31 bits, whole bytes) under the frequencies of its context. The context of a set is made of::

    captured    0-4
    moves       tiger steps: 0 1 2 3 4-6 7-9 10-12 13 and more      jumps: 0 1 2 3 and more
    subsets     among the sets with one goat less (one captured more) in the block: how many are won by the goats
                (0 1 2 3 and more), drawn (the same), won by the tigers (0-1, 2-3, 4 and more)
    swaps       among the sets with one goat on the next lower free point instead: how many are won by the goats, drawn,
                won by the tigers (each 0 1 2 3 and more)

All of these come earlier in the block. The frequencies are those of every eighth orbit of the layer; they are block 0
of the file, as int16 pairs (draws, tiger wins) of all contexts, deflated.

Inside a block a set's value stands as a sum of fields, 1 for a draw, 16 for a win of the tigers, 256 for one of the
goats and 0 for a set that cannot be, so that neighbours are counted by adding.
"""

# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 (kernels take arrays and walk them)

from __future__ import annotations

import zlib
from functools import cache

import numpy as np

from pointboard import jit
from pointboard.baghchal.engine.solve.arrays import Array
from pointboard.baghchal.engine.solve.planes import LANE_BITS, WORDS, clear_lanes

__all__ = [
    "BLOCK",
    "BLOCKS",
    "CONTEXTS",
    "COUNT",
    "NOTHING",
    "PREPARE",
    "READ",
    "classes",
    "foresee",
    "frequencies",
    "gather",
    "gather_up",
    "has_bit",
    "pack_block",
    "pack_model",
    "spread",
    "unpack_model",
    "walk",
]


BLOCK = 1 << 15
"""The sets of a block."""

BLOCKS = (WORDS << LANE_BITS) // BLOCK
"""The blocks of an orbit."""

NOTHING = 3
"""The symbol of a set that is not written."""

_BLOCK_WORDS = BLOCK >> LANE_BITS
_WORD_BITS = 9  # of the word's number within the block
_SUBSETS, _SWAPS, _STEPS, _JUMPS, _CAPTURED = 48, 64, 8, 4, 5
CONTEXTS = _CAPTURED * _STEPS * _JUMPS * _SUBSETS * _SWAPS
"""The number of contexts."""

_SCALE_BITS = 15
_SCALE = 1 << _SCALE_BITS
_LOWEST = 1 << 23
COUNT, PREPARE, READ = 0, 1, 2


@cache
def classes() -> Array:
    """Tables of classes (int32): of subsets and of swaps by their sums (2^12 each), of steps by their number (32)."""
    found = np.zeros(2 * 4096 + 32, dtype=np.int32)
    for fields in range(4096):
        draws, tigers, goats = fields & 15, fields >> 4 & 15, fields >> 8
        found[fields] = (min(goats, 3) * 4 + min(draws, 3)) * 3 + min(tigers, 4) // 2
        found[4096 + fields] = (min(goats, 3) * 4 + min(draws, 3)) * 4 + min(tigers, 3)
    for steps in range(32):
        found[8192 + steps] = steps if steps < 4 else min(3 + (steps - 1) // 3, 7)
    return found


@jit.kernel()  # pragma: compiled
def foresee(word: int, steps: Array, jump_over: Array, jump_to: Array, kinds: Array, out: Array) -> None:
    """The class of the tigers' moves in each of a word's 64 sets: steps * 4 + jumps, times the contexts below it."""
    one, two, three = 0, 0, 0
    for jump in range(len(jump_to)):
        lanes = ~has_bit(jump_to[jump], word) & has_bit(jump_over[jump], word)
        three |= two & lanes
        two |= one & lanes
        one |= lanes
    ones, twos, fours, eights, sixteens = 0, 0, 0, 0, 0
    for step in range(len(steps)):
        carry = ~has_bit(steps[step], word)
        ones, carry = ones ^ carry, ones & carry
        twos, carry = twos ^ carry, twos & carry
        fours, carry = fours ^ carry, fours & carry
        eights, carry = eights ^ carry, eights & carry
        sixteens ^= carry
    for lane in range(64):
        jumps = (one >> lane & 1) + (two >> lane & 1) + (three >> lane & 1)
        count = ones >> lane & 1 | (twos >> lane & 1) << 1 | (fours >> lane & 1) << 2
        count |= (eights >> lane & 1) << 3 | (sixteens >> lane & 1) << 4
        out[lane] = (kinds[8192 + count] * _JUMPS + jumps) * (_SUBSETS * _SWAPS)


@jit.kernel()  # pragma: compiled
def has_bit(bit: int, word: int) -> int:
    """The lanes of a word whose sets have ``bit`` (0-20)."""
    if bit < LANE_BITS:
        return ~clear_lanes(bit)
    return -(word >> (bit - LANE_BITS) & 1)


@jit.kernel()  # pragma: compiled
def gather(word: int, values: Array, subsets: Array, swaps: Array) -> None:
    """Sum up, for the 64 sets of a block's word, the neighbours that stand in the words before it."""
    here = word << LANE_BITS
    for lane in range(64):
        subsets[lane] = 0
        swaps[lane] = 0
    for bit in range(_WORD_BITS):
        if word >> bit & 1:
            at = here ^ (64 << bit)
            for lane in range(64):
                subsets[lane] += values[at + lane]
            if bit == 0:
                for lane in range(32):  # a goat of the words' lowest bit on the lanes' highest
                    swaps[lane] += values[at + lane + 32]
            elif not word >> (bit - 1) & 1:
                at ^= 32 << bit
                for lane in range(64):
                    swaps[lane] += values[at + lane]


@jit.kernel(  # pragma: compiled
    "int64(int64, int64, int64, int64[::1], int32[::1], int32[::1], int32[::1], int32[::1], int8[::1], int32[::1],"
    "int64[:, ::1], int32[::1], uint8[::1])"
)
def walk(
    task: int,
    high: int,
    placed: int,
    inside: Array,
    steps: Array,
    jump_over: Array,
    jump_to: Array,
    kinds: Array,
    symbols: Array,
    model: Array,
    counts: Array,
    prepared: Array,
    data: Array,
) -> int:
    """Go through a block in order; longer than 50 lines so that the contexts of writer and reader cannot differ.

    ``high`` is the block's number in its orbit, ``steps`` the steps' targets. COUNT adds to ``counts``; PREPARE fills
    ``prepared`` with start << 16 | frequency from ``symbols``; READ fills ``symbols`` from ``data``, and where it has
    room for the first sets of the block only (a multiple of 64), reads no further. Returns the number of symbols, or -1
    where the data end early or do not end as they should.
    """
    values = np.zeros(BLOCK, np.int16)
    moves = np.zeros(64, np.int32)
    subsets, swaps = np.zeros(64, np.int16), np.zeros(64, np.int16)
    found, at, x = 0, 4, 0
    if task == READ:
        if len(data) < 4:
            return -1 if len(data) else 0
        for byte in range(4):
            x |= int(data[byte]) << (8 * byte)
    for word in range(len(symbols) >> LANE_BITS):
        number = high * _BLOCK_WORDS + word
        here, lanes = word << LANE_BITS, inside[number]
        if lanes == 0:
            continue
        foresee(number, steps, jump_over, jump_to, kinds, moves)
        gather(word, values, subsets, swaps)
        left = placed - number.bit_count()
        for lane in range(64):
            if not lanes >> lane & 1:
                continue
            near, far = subsets[lane], swaps[lane]
            rest = lane
            while rest:
                low = rest & -rest
                rest ^= low
                near += values[here + (lane ^ low)]
            rest = lane & ~(lane << 1) & 62
            while rest:
                low = rest & -rest
                rest ^= low
                far += values[here + (lane ^ low ^ (low >> 1))]
            context = (left - lane.bit_count()) * (_STEPS * _JUMPS * _SUBSETS * _SWAPS) + moves[lane]
            context += kinds[near] * _SWAPS + kinds[4096 + far]
            draws, tigers = model[context] & 65535, model[context] >> 16
            if task == READ:
                slot = x & (_SCALE - 1)
                if slot < draws:
                    symbol, start, size = 0, 0, draws
                elif slot < draws + tigers:
                    symbol, start, size = 1, draws, tigers
                else:
                    symbol, start, size = 2, draws + tigers, _SCALE - draws - tigers
                x = size * (x >> _SCALE_BITS) + slot - start
                while x < _LOWEST:
                    if at >= len(data):
                        return -1
                    x = x << 8 | int(data[at])
                    at += 1
                symbols[here + lane] = symbol
            else:
                symbol = symbols[here + lane]
                if task == COUNT:
                    counts[context, symbol] += 1
                elif symbol == 0:
                    prepared[found] = draws
                elif symbol == 1:
                    prepared[found] = draws << 16 | tigers
                else:
                    prepared[found] = (draws + tigers) << 16 | (_SCALE - draws - tigers)
            values[here + lane] = 1 << (4 * symbol)
            found += 1
    if task == READ and found and len(symbols) == BLOCK and (x != _LOWEST or at != len(data)):
        return -1
    return found


@jit.kernel("int64(int32[::1], int64, uint8[::1])")  # pragma: compiled
def pack_block(prepared: Array, count: int, out: Array) -> int:
    """Write prepared symbols to the end of ``out``, the last one first; returns where they begin."""
    at, x = len(out), _LOWEST
    if count == 0:
        return at
    for number in range(count - 1, -1, -1):
        start, size = prepared[number] >> 16, prepared[number] & 65535
        while x >= size << 16:
            at -= 1
            out[at] = x & 255
            x >>= 8
        x = (x // size << _SCALE_BITS) + x % size + start
    at -= 4
    for byte in range(4):
        out[at + byte] = x >> (8 * byte) & 255
    return at


@jit.kernel("void(int64[::1], int64[::1], int64[::1], int64, int8[::1])")  # pragma: compiled
def spread(tigers: Array, goats: Array, inside: Array, high: int, symbols: Array) -> None:
    """The symbols of a block from an orbit's planes."""
    for word in range(_BLOCK_WORDS):
        number, here = high * _BLOCK_WORDS + word, word << LANE_BITS
        t, g, lanes = tigers[number], goats[number], inside[number]
        for lane in range(64):
            symbol = (t >> lane & 1) + 2 * (g >> lane & 1)
            symbols[here + lane] = symbol if lanes >> lane & 1 else NOTHING


@jit.kernel("void(int8[::1], int64, int64[::1], int64[::1])")  # pragma: compiled
def gather_up(symbols: Array, high: int, tigers: Array, goats: Array) -> None:
    """The other way round: an orbit's planes from the symbols of a block."""
    for word in range(_BLOCK_WORDS):
        number, here = high * _BLOCK_WORDS + word, word << LANE_BITS
        t, g = 0, 0
        for lane in range(64):
            symbol = symbols[here + lane]
            if symbol == 1:
                t |= 1 << lane
            elif symbol == 2:
                g |= 1 << lane
        tigers[number], goats[number] = t, g


def frequencies(counts: Array) -> Array:
    """The model that fits counts [contexts, 3] best: for each context tiger wins << 16 | draws, of 2^15 in all.

    No symbol has the frequency 0; contexts that were not seen have all alike.
    """
    counts = counts.astype(np.int64) * 5 + 2
    total = counts.sum(axis=1)
    shares = 1 + counts[:, :2] * (_SCALE - 3) // total[:, None]
    return (shares[:, 1] << 16 | shares[:, 0]).astype(np.int32)


def pack_model(model: Array) -> bytes:
    """A model as a block of a table."""
    return zlib.compress(model.astype("<i4").view("<i2").reshape(-1, 2).T.tobytes(), 6)


def unpack_model(data: bytes) -> Array:
    """The model in a block of a table; ValueError where it is none."""
    shares = np.frombuffer(zlib.decompress(data), dtype="<i2").reshape(2, CONTEXTS).astype(np.int32)
    return np.ascontiguousarray(shares[1] << 16 | shares[0])
