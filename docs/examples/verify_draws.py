#!/usr/bin/env python3
"""Checks the draws of recorded games: python3 verify_draws.py RECORD.json ...

Written from docs/fairness.md alone, with only Python's standard library, so that you need not
trust the program that dealt the tiles. Exits with status 1 if a proof fails.
"""

import hashlib
import hmac
import json
import struct
import sys

COLOURS = "BYRKW"
FACTORIES = {2: 5, 3: 7, 4: 9}


def hkdf_sha256(ikm: bytes, salt: bytes, info: bytes) -> bytes:
    """RFC 5869, for one block of output."""
    extracted = hmac.new(salt, ikm, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()


def chacha20_block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """RFC 8439, section 2.3."""

    def rotate(x: int, n: int) -> int:
        return ((x << n) | (x >> (32 - n))) & 0xFFFFFFFF

    start = list(struct.unpack("<4I", b"expand 32-byte k"))
    start += struct.unpack("<8I", key)
    start += [counter]
    start += struct.unpack("<3I", nonce)
    x = start[:]

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for first, second, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[first] = (x[first] + x[second]) & 0xFFFFFFFF
            x[third] = rotate(x[third] ^ x[first], turn)

    for _ in range(10):
        quarter(0, 4, 8, 12)
        quarter(1, 5, 9, 13)
        quarter(2, 6, 10, 14)
        quarter(3, 7, 11, 15)
        quarter(0, 5, 10, 15)
        quarter(1, 6, 11, 12)
        quarter(2, 7, 8, 13)
        quarter(3, 4, 9, 14)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(x, start)))


class Numbers:
    """The random numbers of one round."""

    def __init__(self, key: bytes, round_number: int) -> None:
        self.key = key
        self.nonce = struct.pack("<I", round_number) + bytes(8)
        self.counter = 0
        self.words: list[int] = []

    def next(self) -> int:
        if not self.words:
            block = chacha20_block(self.key, self.counter, self.nonce)
            self.words = list(struct.unpack("<16I", block))
            self.counter += 1
        return self.words.pop(0)

    def below(self, n: int) -> int:
        whole = (1 << 32) // n * n
        while True:
            number = self.next()
            if number < whole:
                return number % n


def rounds_of(record: dict):
    """Yields for each round its number, and bag and lid before the deal. Tracks only the tiles."""
    players = len(record["players"])
    bag = [20] * 5
    lid = [0] * 5
    lines = [[[0, 0] for _ in range(5)] for _ in range(players)]  # colour, count
    for number, round_record in enumerate(record["rounds"], start=1):
        yield number, bag[:], lid[:]
        table = {"C": [0] * 5}
        for index, draw in enumerate(round_record["deal"], start=1):
            tiles = [] if draw == "-" else [COLOURS.index(letter) for letter in draw]
            for tile in tiles:
                if sum(bag) == 0:
                    bag, lid = lid, [0] * 5
                bag[tile] -= 1
            table[str(index)] = [tiles.count(colour) for colour in range(5)]
        floors = [[] for _ in range(players)]
        seat = round_record["start"] - 1
        marker = True
        for move in round_record["moves"]:
            source, colour, target = move[0], COLOURS.index(move[1]), move[2]
            taken = table[source][colour]
            table[source][colour] = 0
            if source == "C":
                if marker:
                    marker = False
                    if len(floors[seat]) < 7:
                        floors[seat].append(None)
            else:
                for other in range(5):
                    table["C"][other] += table[source][other]
                    table[source][other] = 0
            if target != "F":
                line = lines[seat][int(target) - 1]
                placed = min(taken, int(target) - line[1])
                line[0], line[1] = colour, line[1] + placed
                taken -= placed
            for _ in range(taken):
                if len(floors[seat]) < 7:
                    floors[seat].append(colour)
                else:
                    lid[colour] += 1
            seat = (seat + 1) % players
        for seat, placements in enumerate(round_record.get("tiling", [])):
            for placement in placements:
                size, column = placement.split(":")
                line = lines[seat][int(size) - 1]
                if column == "F":
                    for _ in range(int(size)):
                        if len(floors[seat]) < 7:
                            floors[seat].append(line[0])
                        else:
                            lid[line[0]] += 1
                else:
                    lid[line[0]] += int(size) - 1
                line[1] = 0
        for floor in floors:
            for tile in floor:
                if tile is not None:
                    lid[tile] += 1


def check_contributions(players: list, proof: dict) -> str:
    """Checks what each seat contributed under azulejo-draw-2. Returns what is wrong."""
    for seat, name in enumerate(players, start=1):
        claimed = proof["contributions"][seat - 1]
        promised = proof["nonce_commitments"][seat - 1]
        nonce = proof["nonces"][seat - 1]
        if promised is not None and nonce is not None:
            digest = hashlib.sha256(b"azulejo-draw-2 nonce\x00" + proof["game"].encode())
            digest.update(bytes([0, seat]) + bytes.fromhex(nonce))
            if digest.hexdigest() != promised:
                return f"the nonce of seat {seat} is not the one it was committed to"
        is_bot = name.startswith("bot:")
        fits = {
            "revealed": promised is not None and nonce is not None and not is_bot,
            "withheld": promised is not None and nonce is None and not is_bot,
            "open": promised is None and nonce is not None and not is_bot,
            "uncommitted": promised is None and nonce is None and not is_bot,
            "shared": promised is None and nonce is None and not is_bot and seat > 1,
            "bot": promised is None and nonce is None and is_bot,
        }
        if not fits.get(claimed, False):
            return f"seat {seat} is recorded as {claimed}, which does not fit"
    return ""


def check(record: dict) -> str:
    """Returns why a record is not proved, or an empty string."""
    proof = record.get("draw")
    if proof is None:
        return "there is no proof in this record"
    if proof["scheme"] not in ("azulejo-draw-1", "azulejo-draw-2"):
        return f"unknown scheme {proof['scheme']}"
    players = record["players"]
    secret, game = bytes.fromhex(proof["secret"]), proof["game"].encode()
    if hashlib.sha256(secret + game).hexdigest() != proof["commitment"]:
        return "the secret is not the promised one"
    if len(proof["nonces"]) != len(players):
        return "there is not one nonce (or null) for each player"
    for seat, (name, nonce) in enumerate(zip(players, proof["nonces"]), start=1):
        if name.startswith("bot:") and nonce is not None:
            return f"seat {seat} belongs to a bot, but contributes to the draws"
    if proof["scheme"] == "azulejo-draw-2":
        wrong = check_contributions(players, proof)
        if wrong:
            return wrong
    info = b""
    for nonce in proof["nonces"]:
        sent = bytes.fromhex(nonce or "")
        info += bytes([len(sent)]) + sent
    key = hkdf_sha256(secret, game, info)
    if proof["scheme"] == "azulejo-draw-2":
        start = proof["start"]
        if start is None:
            start = Numbers(key, 0).below(len(players)) + 1
        for recorded in [record["start"]] + [first["start"] for first in record["rounds"][:1]]:
            if recorded != start:
                return f"seat {recorded} starts, but seat {start} follows"
    for number, bag, lid in rounds_of(record):
        numbers = Numbers(key, number)
        expected = []
        for _ in range(FACTORIES[len(record["players"])]):
            drawn = ""
            while len(drawn) < 4:
                if sum(bag) == 0:
                    bag, lid = lid, [0] * 5
                if sum(bag) == 0:
                    break
                index = numbers.below(sum(bag))
                colour = 0
                while index >= bag[colour]:
                    index -= bag[colour]
                    colour += 1
                bag[colour] -= 1
                drawn += COLOURS[colour]
            expected.append(drawn or "-")
        recorded = record["rounds"][number - 1]["deal"]
        if recorded != expected:
            return f"round {number}: dealt {recorded}, but {expected} follows"
    return ""


def verdict(record: dict) -> str:
    """Says what holds. When a nonce without a commitment was sent, a record cannot show."""
    words = enumerate(record["draw"].get("contributions", []), start=1)
    seats = [str(seat) for seat, word in words if word == "open"]
    unsealed = f"; sent without a commitment: seat {', '.join(seats)}" if seats else ""
    return "all draws follow from the proof" + unsealed


def main() -> int:
    failures = 0
    for name in sys.argv[1:] or ["-"]:
        with sys.stdin if name == "-" else open(name, encoding="utf-8") as file:
            for line_number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                record = json.loads(line)
                reason = check(record)
                failures += bool(reason)
                print(f"{name}, line {line_number}: {reason or verdict(record)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
