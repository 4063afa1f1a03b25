"""The network that evaluates boards between two rounds, in PyTorch and quantised.

Shapes and quantisation steps match crates/azulejo-ai/src/eval/net: 1/512 for the accumulator, 1/128
for activations, 1/64 for hidden weights, 1/1024 for output weights, and 1/32 for interaction vectors.
Training is quantisation-aware: hidden weights and activations are rounded to these steps.
"""

import struct

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

ACCUMULATOR, HIDDEN, INTERACTION, OUTPUTS, ROUNDS, TEMPO_BUCKETS = 128, 32, 16, 40, 5, 16
# The kinds of layers: one per round for its end, then one per round for mid-round boards.
KINDS = 2 * ROUNDS
POINTS_PER_UNIT = 20.0
MAX_ACTIVATION = 127 / 128
INTERACTION_MAX = 127 / 32
WEIGHT_MAX = 127 / 64


def fake_quantise(x, steps, rounding):
    """Rounds to steps in the forward pass; the gradient passes straight through."""
    return x + (rounding(x * steps) / steps - x).detach()


class Net(nn.Module):
    """One tower per board, and the interaction layer that combines the boards."""

    def __init__(self, schema, scales=(10.0, 9.0, 7.5, 5.5, 5.5, 10.0, 9.5, 8.5, 7.0, 5.0)):
        super().__init__()
        self.schema = schema
        features, factors = schema["features"], schema["factors"]
        share = torch.zeros(features, factors)
        for feature, factor in schema["pairs"]:
            share[feature, factor] = 1.0
        self.register_buffer("share", share)
        self.transformer = nn.Parameter(torch.randn(features, ACCUMULATOR) * 0.02)
        self.factor_transformer = nn.Parameter(torch.randn(factors, ACCUMULATOR) * 0.05)
        self.bias = nn.Parameter(torch.full((ACCUMULATOR,), 0.3))
        self.direct = nn.Parameter(torch.zeros(features, KINDS))
        self.factor_direct = nn.Parameter(torch.zeros(factors, KINDS))
        # Shared features are the same for all boards of a game, so they have no direct contribution.
        self.register_buffer("boards_own", (torch.arange(features) < schema["shared"]).float())
        self.hidden = nn.Parameter(torch.randn(KINDS, ACCUMULATOR, HIDDEN) * (1.0 / ACCUMULATOR**0.5))
        self.hidden_bias = nn.Parameter(torch.full((KINDS, HIDDEN), 0.2))
        self.output = nn.Parameter(torch.randn(KINDS, HIDDEN, 1 + 2 * INTERACTION) * 0.2)
        self.output_bias = nn.Parameter(torch.zeros(KINDS, 1 + 2 * INTERACTION))
        self.interaction = nn.Parameter(torch.randn(KINDS, INTERACTION) * 0.05)
        self.interaction_bias = nn.Parameter(torch.full((KINDS, 4, INTERACTION), 0.3))
        self.start = nn.Parameter(torch.full((KINDS,), 1.0 / POINTS_PER_UNIT))
        self.tempo = nn.Parameter(torch.full((KINDS, TEMPO_BUCKETS), 1.0 / POINTS_PER_UNIT))
        self.log_scale = nn.Parameter(torch.tensor(scales).log())

    def folded_transformer(self):
        """The weights of each feature, including those of its factors."""
        return self.transformer + self.share @ self.factor_transformer

    def folded_direct(self):
        """The direct contribution of each feature by kind, including that of its factors."""
        return (self.direct + self.share @ self.factor_direct) * self.boards_own[:, None]

    def towers(self, transformer, direct, features, kind):
        """Returns each board's standalone value without its score, and its two vectors.

        features: (boards, active), padded with the number of features.
        """
        padded = torch.cat([transformer, transformer.new_zeros(1, ACCUMULATOR)])
        sums = F.embedding_bag(features, padded, mode="sum") + self.bias
        x = fake_quantise(sums.clamp(0, MAX_ACTIVATION), 128, torch.floor)
        hidden = fake_quantise(self.hidden[kind], 64, torch.round)
        x = fake_quantise((x @ hidden + self.hidden_bias[kind]).clamp(0, MAX_ACTIVATION), 128, torch.floor)
        y = x @ self.output[kind] + self.output_bias[kind]
        vectors = fake_quantise(y[:, 1:].clamp(-INTERACTION_MAX, INTERACTION_MAX), 32, torch.floor)
        padded = torch.cat([direct[:, kind], direct.new_zeros(1)])
        return y[:, 0] + padded[features].sum(1), vectors[:, :INTERACTION], vectors[:, INTERACTION:]

    def folded(self):
        """The folded feature weights that `forward` needs; computed once for many batches."""
        return self.folded_transformer(), self.folded_direct()

    def forward(self, folded, features, scores, marker, mover, groups, kind):
        """Returns standalone and combined values in points; `folded` is the result of `folded()`.

        features: (samples, players, active); scores: (samples, players); marker, mover (the seat, or
        the number of players for none) and groups: (samples,).
        """
        samples, players, _ = features.shape
        transformer, direct = folded
        standalone, own, effect = self.towers(transformer, direct, features.reshape(samples * players, -1), kind)
        standalone = standalone.view(samples, players) * POINTS_PER_UNIT + scores
        own = own.view(samples, players, INTERACTION)
        effect = effect.view(samples, players, INTERACTION)
        starts = F.one_hot(marker, players + 1)[:, :players]
        moves = F.one_hot(mover, players + 1)[:, :players]
        opponents = effect.sum(1, keepdim=True) - effect
        activation = own + opponents + self.interaction_bias[kind][starts + 2 * moves]
        activation = activation.clamp(0, INTERACTION_MAX)
        start = starts * self.start[kind] * POINTS_PER_UNIT
        if kind >= ROUNDS:
            start = start + moves * self.tempo[kind][groups.clamp(max=TEMPO_BUCKETS - 1)][:, None] * POINTS_PER_UNIT
        combined = standalone + (activation @ self.interaction[kind]) * POINTS_PER_UNIT + start
        return standalone + start, combined

    def scale(self, kind):
        return self.log_scale[kind].exp()

    @torch.no_grad()
    def keep_in_range(self):
        """Clamps the weights to the range of their quantised types."""
        self.hidden.clamp_(-WEIGHT_MAX, WEIGHT_MAX)
        self.output.clamp_(-WEIGHT_MAX, WEIGHT_MAX)
        self.interaction.clamp_(-4.0, 4.0)
        self.transformer.clamp_(-4.0, 4.0)
        self.factor_transformer.clamp_(-4.0, 4.0)


def read_net(schema, data):
    """Returns the network of a file in the engine's format; all factor weights are zero."""
    if data[:8] != b"AZULNET1" or data[-8:] != struct.pack("<Q", fnv(data[:-8])):
        raise ValueError("not a network file, or a corrupt one")
    at = 8 + 2 + 4 * 5

    def take(kind, *shape):
        nonlocal at
        numbers = np.frombuffer(data, kind, int(np.prod(shape)), at)
        at += numbers.nbytes
        return torch.from_numpy(numbers.astype(np.float32).reshape(shape))

    def take_pairs(kind, inputs, outputs):
        return take(kind, inputs // 2, outputs, 2).transpose(1, 2).reshape(inputs, outputs)

    net = Net(schema)
    features, outputs = schema["features"], 1 + 2 * INTERACTION
    with torch.no_grad():
        net.factor_transformer.zero_()
        net.factor_direct.zero_()
        net.transformer.copy_(take("<i2", features, ACCUMULATOR) / 512)
        net.bias.copy_(take("<i2", ACCUMULATOR) / 512)
        for r in range(KINDS):
            net.direct[:, r] = take("<i2", features) / 64 / POINTS_PER_UNIT
            net.hidden[r] = take_pairs("i1", ACCUMULATOR, HIDDEN) / 64
            net.hidden_bias[r] = take("<i4", HIDDEN) / (128 * 64)
            net.output[r] = take_pairs("<i2", HIDDEN, OUTPUTS)[:, :outputs] / 1024
            net.output_bias[r] = take("<i4", OUTPUTS)[:outputs] / (128 * 1024)
            net.interaction[r] = take("<i2", INTERACTION) / 256
            net.interaction_bias[r] = take("<i2", 4, INTERACTION) / 32
            net.start[r] = take("<i4", 1)[0] / 64 / POINTS_PER_UNIT
            net.tempo[r] = take("<i4", TEMPO_BUCKETS) / 64 / POINTS_PER_UNIT
            net.log_scale[r] = take("<f4", 1)[0].log()
    if at != len(data) - 8:
        raise ValueError("the network file has other layer sizes")
    return net


def quantise(tensor, steps, kind):
    """Quantises a tensor to `steps` per unit; an error if a number is out of range."""
    info = np.iinfo(kind)
    numbers = np.rint(tensor.detach().cpu().double().numpy() * steps)
    if numbers.min() < info.min or numbers.max() > info.max:
        raise ValueError(f"{numbers.min()} to {numbers.max()} are out of range for {kind.__name__}")
    return numbers.astype(kind)


def by_pairs(weights):
    """Reorders (inputs, outputs) for the kernels: by pair of inputs, output, position in the pair."""
    inputs, outputs = weights.shape
    return weights.reshape(inputs // 2, 2, outputs).transpose(0, 2, 1)


class QuantisedNet:
    """The quantised network, computing exactly what the Rust kernels compute."""

    def __init__(self, net):
        self.schema = net.schema
        self.transformer = quantise(net.folded_transformer(), 512, np.int16)
        self.bias = quantise(net.bias, 512, np.int16)
        self.rounds = []
        direct = quantise(net.folded_direct() * POINTS_PER_UNIT, 64, np.int16)
        for r in range(KINDS):
            output = np.zeros((HIDDEN, OUTPUTS), np.int16)
            output_bias = np.zeros(OUTPUTS, np.int32)
            output[:, : 1 + 2 * INTERACTION] = quantise(net.output[r], 1024, np.int16)
            output_bias[: 1 + 2 * INTERACTION] = quantise(net.output_bias[r], 128 * 1024, np.int32)
            self.rounds.append(
                {
                    "direct": direct[:, r],
                    "hidden": quantise(net.hidden[r], 64, np.int8),
                    "hidden_bias": quantise(net.hidden_bias[r], 128 * 64, np.int32),
                    "output": output,
                    "output_bias": output_bias,
                    "interaction": quantise(net.interaction[r], 256, np.int16),
                    "interaction_bias": quantise(net.interaction_bias[r], 32, np.int16),
                    "start": int(np.rint(float(net.start[r].detach()) * POINTS_PER_UNIT * 64)),
                    "tempo": quantise(net.tempo[r] * POINTS_PER_UNIT * (r >= ROUNDS), 64, np.int32),
                    "scale": float(net.scale(r).detach()),
                }
            )

    def to_bytes(self):
        wall, players = self.schema["wall"], self.schema["players"]
        out = bytearray(b"AZULNET1")
        out += struct.pack("<BB", players, wall)
        out += struct.pack("<5I", self.schema["features"], ACCUMULATOR, HIDDEN, INTERACTION, ROUNDS)
        out += self.transformer.astype("<i2").tobytes() + self.bias.astype("<i2").tobytes()
        for layer in self.rounds:
            out += layer["direct"].astype("<i2").tobytes()
            out += by_pairs(layer["hidden"]).tobytes()
            out += layer["hidden_bias"].astype("<i4").tobytes()
            out += by_pairs(layer["output"]).astype("<i2").tobytes()
            out += layer["output_bias"].astype("<i4").tobytes()
            out += layer["interaction"].astype("<i2").tobytes()
            out += layer["interaction_bias"].astype("<i2").tobytes()
            out += struct.pack("<i", layer["start"]) + layer["tempo"].astype("<i4").tobytes()
            out += struct.pack("<f", layer["scale"])
        out += struct.pack("<Q", fnv(bytes(out)))
        return bytes(out)

    def values(self, features, scores, marker, mover, groups, kind):
        """Returns the values of the boards of one game, in 1/64 point."""
        layer = self.rounds[kind]
        standalone, own, effect = [], [], []
        for board, score in zip(features, scores):
            active = [f for f in board if f < self.schema["features"]]
            sums = self.bias.astype(np.int64) + self.transformer[active].astype(np.int64).sum(0)
            if np.abs(sums).max() > 32767:
                raise ValueError("an accumulator overflows 16 bits")
            x = np.clip(sums >> 2, 0, 127)
            x = x @ layer["hidden"].astype(np.int64) + layer["hidden_bias"]
            x = np.clip(x >> 6, 0, 127)
            y = x @ layer["output"].astype(np.int64) + layer["output_bias"]
            direct = int(layer["direct"][active].astype(np.int64).sum())
            standalone.append(int(y[0] * 20 >> 11) + direct + 64 * int(score))
            own.append(np.clip(y[1 : 1 + INTERACTION] >> 12, -127, 127))
            effect.append(np.clip(y[1 + INTERACTION : 1 + 2 * INTERACTION] >> 12, -127, 127))
        values = []
        for seat in range(len(standalone)):
            starts, moves = int(seat == marker), int(seat == mover)
            opponents = sum(effect) - effect[seat]
            activation = np.clip(own[seat] + opponents + layer["interaction_bias"][starts + 2 * moves], 0, 127)
            interaction_sum = int(activation @ layer["interaction"].astype(np.int64))
            tempo = int(layer["tempo"][min(groups, TEMPO_BUCKETS - 1)])
            extra = starts * layer["start"] + moves * tempo
            values.append(standalone[seat] + (interaction_sum * 20 >> 7) + extra)
        return values


def fnv(data):
    """FNV-1a, 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value
