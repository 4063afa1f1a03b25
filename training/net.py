"""The network that values boards between two rounds, as it is trained and as it is shipped.

Shapes and steps are those of crates/azulejo-ai/src/value/net: the sums of features are kept in steps
of 1/512, activations in 1/128, weights of the hidden layer in 1/64 and of the last in 1/1024, vectors
of the meeting in 1/32. Training computes with hidden weights and activations in these steps.
"""

import struct

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

SUMS, HIDDEN, MEETING, OUTPUTS, ROUNDS, TEMPOS = 128, 32, 16, 40, 5, 16
# The last layers: for the ends of the rounds, then for their middles.
KINDS = 2 * ROUNDS
UNIT = 20.0  # points
MOST = 127 / 128
MEETING_MOST = 127 / 32
WEIGHT_MOST = 127 / 64


def stepped(x, steps, rounding):
    """In steps, for the result; as it is, for the gradient."""
    return x + (rounding(x * steps) / steps - x).detach()


class Net(nn.Module):
    """Towers for boards, and their meeting."""

    def __init__(self, schema, scales=(10.0, 9.0, 7.5, 5.5, 5.5, 10.0, 9.5, 8.5, 7.0, 5.0)):
        super().__init__()
        self.schema = schema
        features, factors = schema["features"], schema["factors"]
        share = torch.zeros(features, factors)
        for feature, factor in schema["pairs"]:
            share[feature, factor] = 1.0
        self.register_buffer("share", share)
        self.rows = nn.Parameter(torch.randn(features, SUMS) * 0.02)
        self.factor_rows = nn.Parameter(torch.randn(factors, SUMS) * 0.05)
        self.bias = nn.Parameter(torch.full((SUMS,), 0.3))
        self.direct = nn.Parameter(torch.zeros(features, KINDS))
        self.factor_direct = nn.Parameter(torch.zeros(factors, KINDS))
        # What all boards of a kind share makes no difference between them.
        self.register_buffer("boards_own", (torch.arange(features) < schema["shared"]).float())
        self.hidden = nn.Parameter(torch.randn(KINDS, SUMS, HIDDEN) * (1.0 / SUMS**0.5))
        self.hidden_bias = nn.Parameter(torch.full((KINDS, HIDDEN), 0.2))
        self.output = nn.Parameter(torch.randn(KINDS, HIDDEN, 1 + 2 * MEETING) * 0.2)
        self.output_bias = nn.Parameter(torch.zeros(KINDS, 1 + 2 * MEETING))
        self.meeting = nn.Parameter(torch.randn(KINDS, MEETING) * 0.05)
        self.meeting_bias = nn.Parameter(torch.full((KINDS, 4, MEETING), 0.3))
        self.start = nn.Parameter(torch.full((KINDS,), 1.0 / UNIT))
        self.tempo = nn.Parameter(torch.full((KINDS, TEMPOS), 1.0 / UNIT))
        self.log_scale = nn.Parameter(torch.tensor(scales).log())

    def folded_rows(self):
        """A row a feature, the rows of its factors included."""
        return self.rows + self.share @ self.factor_rows

    def folded_direct(self):
        """Units of worth a feature and kind, those of its factors included."""
        return (self.direct + self.share @ self.factor_direct) * self.boards_own[:, None]

    def towers(self, rows, direct, features, kind):
        """What each board is worth by itself beyond its score, and its two vectors.

        features: (boards, active), filled up with the number of features.
        """
        table = torch.cat([rows, rows.new_zeros(1, SUMS)])
        sums = F.embedding_bag(features, table, mode="sum") + self.bias
        x = stepped(sums.clamp(0, MOST), 128, torch.floor)
        hidden = stepped(self.hidden[kind], 64, torch.round)
        x = stepped((x @ hidden + self.hidden_bias[kind]).clamp(0, MOST), 128, torch.floor)
        y = x @ self.output[kind] + self.output_bias[kind]
        met = stepped(y[:, 1:].clamp(-MEETING_MOST, MEETING_MOST), 32, torch.floor)
        padded = torch.cat([direct[:, kind], direct.new_zeros(1)])
        return y[:, 0] + padded[features].sum(1), met[:, :MEETING], met[:, MEETING:]

    def folded(self):
        """What `forward` needs of the features; once for many batches."""
        return self.folded_rows(), self.folded_direct()

    def forward(self, rows, features, scores, marker, mover, groups, kind):
        """Worths in points, alone and at the table; `rows` are `folded()`.

        features: (tables, players, active); scores: (tables, players); marker, mover (the seat, or the
        number of players for nobody) and groups: (tables,).
        """
        tables, players, _ = features.shape
        rows, direct = rows
        alone, own, effect = self.towers(rows, direct, features.reshape(tables * players, -1), kind)
        alone = alone.view(tables, players) * UNIT + scores
        own = own.view(tables, players, MEETING)
        effect = effect.view(tables, players, MEETING)
        starts = F.one_hot(marker, players + 1)[:, :players]
        moves = F.one_hot(mover, players + 1)[:, :players]
        others = effect.sum(1, keepdim=True) - effect
        seen = own + others + self.meeting_bias[kind][starts + 2 * moves]
        seen = seen.clamp(0, MEETING_MOST)
        start = starts * self.start[kind] * UNIT
        if kind >= ROUNDS:
            start = start + moves * self.tempo[kind][groups.clamp(max=TEMPOS - 1)][:, None] * UNIT
        together = alone + (seen @ self.meeting[kind]) * UNIT + start
        return alone + start, together

    def scale(self, kind):
        return self.log_scale[kind].exp()

    @torch.no_grad()
    def keep_in_range(self):
        """Weights stay within what their whole numbers can hold."""
        self.hidden.clamp_(-WEIGHT_MOST, WEIGHT_MOST)
        self.output.clamp_(-WEIGHT_MOST, WEIGHT_MOST)
        self.meeting.clamp_(-4.0, 4.0)
        self.rows.clamp_(-4.0, 4.0)
        self.factor_rows.clamp_(-4.0, 4.0)


def whole(tensor, steps, kind):
    """Numbers in so many steps a unit, rounded."""
    info = np.iinfo(kind)
    numbers = np.rint(tensor.detach().cpu().double().numpy() * steps)
    if numbers.min() < info.min or numbers.max() > info.max:
        raise ValueError(f"{numbers.min()} to {numbers.max()} do not fit {kind.__name__}")
    return numbers.astype(kind)


def by_pairs(weights):
    """(inputs, outputs) in the order of the inner loops: pair of inputs, output, place in the pair."""
    inputs, outputs = weights.shape
    return weights.reshape(inputs // 2, 2, outputs).transpose(0, 2, 1)


class WholeNet:
    """The network in whole numbers, exactly as the program computes it."""

    def __init__(self, net):
        self.schema = net.schema
        self.rows = whole(net.folded_rows(), 512, np.int16)
        self.bias = whole(net.bias, 512, np.int16)
        self.rounds = []
        direct = whole(net.folded_direct() * UNIT, 64, np.int16)
        for r in range(KINDS):
            output = np.zeros((HIDDEN, OUTPUTS), np.int16)
            output_bias = np.zeros(OUTPUTS, np.int32)
            output[:, : 1 + 2 * MEETING] = whole(net.output[r], 1024, np.int16)
            output_bias[: 1 + 2 * MEETING] = whole(net.output_bias[r], 128 * 1024, np.int32)
            self.rounds.append(
                {
                    "direct": direct[:, r],
                    "hidden": whole(net.hidden[r], 64, np.int8),
                    "hidden_bias": whole(net.hidden_bias[r], 128 * 64, np.int32),
                    "output": output,
                    "output_bias": output_bias,
                    "meeting": whole(net.meeting[r], 256, np.int16),
                    "meeting_bias": whole(net.meeting_bias[r], 32, np.int16),
                    "start": int(np.rint(float(net.start[r].detach()) * UNIT * 64)),
                    "tempo": whole(net.tempo[r] * UNIT * (r >= ROUNDS), 64, np.int32),
                    "scale": float(net.scale(r).detach()),
                }
            )

    def to_bytes(self):
        wall, players = self.schema["wall"], self.schema["players"]
        out = bytearray(b"AZULNET1")
        out += struct.pack("<BB", players, wall)
        out += struct.pack("<5I", self.schema["features"], SUMS, HIDDEN, MEETING, ROUNDS)
        out += self.rows.astype("<i2").tobytes() + self.bias.astype("<i2").tobytes()
        for layer in self.rounds:
            out += layer["direct"].astype("<i2").tobytes()
            out += by_pairs(layer["hidden"]).tobytes()
            out += layer["hidden_bias"].astype("<i4").tobytes()
            out += by_pairs(layer["output"]).astype("<i2").tobytes()
            out += layer["output_bias"].astype("<i4").tobytes()
            out += layer["meeting"].astype("<i2").tobytes()
            out += layer["meeting_bias"].astype("<i2").tobytes()
            out += struct.pack("<i", layer["start"]) + layer["tempo"].astype("<i4").tobytes()
            out += struct.pack("<f", layer["scale"])
        out += struct.pack("<Q", fnv(bytes(out)))
        return bytes(out)

    def worths(self, features, scores, marker, mover, groups, kind):
        """Worths of the boards of one table, in sixty-fourths of a point."""
        layer = self.rounds[kind]
        alone, own, effect = [], [], []
        for board, score in zip(features, scores):
            active = [f for f in board if f < self.schema["features"]]
            sums = self.bias.astype(np.int64) + self.rows[active].astype(np.int64).sum(0)
            if np.abs(sums).max() > 32767:
                raise ValueError("a sum of features does not fit 16 bits")
            x = np.clip(sums >> 2, 0, 127)
            x = x @ layer["hidden"].astype(np.int64) + layer["hidden_bias"]
            x = np.clip(x >> 6, 0, 127)
            y = x @ layer["output"].astype(np.int64) + layer["output_bias"]
            direct = int(layer["direct"][active].astype(np.int64).sum())
            alone.append(int(y[0] * 20 >> 11) + direct + 64 * int(score))
            own.append(np.clip(y[1 : 1 + MEETING] >> 12, -127, 127))
            effect.append(np.clip(y[1 + MEETING : 1 + 2 * MEETING] >> 12, -127, 127))
        worths = []
        for seat in range(len(alone)):
            starts, moves = int(seat == marker), int(seat == mover)
            others = sum(effect) - effect[seat]
            seen = np.clip(own[seat] + others + layer["meeting_bias"][starts + 2 * moves], 0, 127)
            met = int(seen @ layer["meeting"].astype(np.int64))
            tempo = int(layer["tempo"][min(groups, TEMPOS - 1)])
            extra = starts * layer["start"] + moves * tempo
            worths.append(alone[seat] + (met * 20 >> 7) + extra)
        return worths


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value
