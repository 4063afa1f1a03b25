"""Fine-tunes a network on values of round ends for strong play, and exports it.

    python fine_tune.py c2.net LABELS... --keep SAMPLES --setting c2 --out new.net [--golden new.golden]

LABELS are folders written by `value_labels`. For the kinds of boards that they contain, the network
learns the labels; for all others it keeps the values it had, on boards from SAMPLES, a folder written
by `self_play`. Weights decay towards those of the initial network. The exported network is the one
with the lowest loss on held-out labels.
"""

import argparse
import copy
import math
import time
from pathlib import Path

import numpy as np
import torch

from net import KINDS, read_net
from train import NO_SEAT, Data, Log, cross_entropy, read_samples, write

CHUNK = 65536
# A kind with fewer labels keeps its values.
MIN_LABELS = 1000


class Labels(Data):
    """Labelled positions: the win probability of one player each."""

    def __init__(self, schema, samples, games, device):
        super().__init__(schema, samples, games, device)
        seat = np.where(samples["mover"] == NO_SEAT, samples["marker"], samples["mover"])
        self.seat = torch.from_numpy(seat.astype(np.int64)).to(device)
        self.label = torch.from_numpy(samples["label"].copy()).to(device)

    def logits(self, values, scale, picked):
        """The log odds of the labelled player."""
        logs = torch.log_softmax(values / scale, 1)
        own = logs.gather(1, self.seat[picked, None])[:, 0]
        return own - torch.log1p(-own.exp().clamp(max=1 - 1e-6))

    def loss(self, values, scale, picked):
        """The cross entropy of the labels."""
        return torch.nn.functional.binary_cross_entropy_with_logits(
            self.logits(values, scale, picked), self.label[picked]
        )

    @torch.no_grad()
    def validate(self, net, kind):
        """Returns the loss and the root mean square error on held-out labels, noise included."""
        picked, folded, scale = self.held_out[kind], net.folded(), net.scale(kind)
        values = torch.cat([net(folded, *self.batch(chunk), kind)[1] for chunk in picked.split(CHUNK)])
        errors = torch.sigmoid(self.logits(values, scale, picked)) - self.label[picked]
        return self.loss(values, scale, picked).item(), errors.square().mean().sqrt().item()


class Teacher:
    """The forecasts of the initial network for all samples."""

    @torch.no_grad()
    def __init__(self, net, data):
        self.combined = torch.zeros_like(data.shares)
        self.standalone = torch.zeros_like(data.shares)
        folded = net.folded()
        for kind in range(KINDS):
            for picked in torch.cat([data.train[kind], data.held_out[kind]]).split(CHUNK):
                standalone, combined = net(folded, *data.batch(picked), kind)
                scale = net.scale(kind)
                self.standalone[picked] = torch.softmax(standalone / scale, 1)
                self.combined[picked] = torch.softmax(combined / scale, 1)

    def loss(self, standalone, combined, scale, picked):
        """The excess cross entropy over the initial network's."""
        return (
            cross_entropy(combined, scale, self.combined[picked])
            - entropy(self.combined[picked])
            + 0.3 * cross_entropy(standalone, scale, self.standalone[picked])
            - 0.3 * entropy(self.standalone[picked])
        )


def entropy(shares):
    return -torch.special.xlogy(shares, shares).sum(1).mean()


def main():
    args = parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    started = time.monotonic()
    log = Log(args.log)
    schema, samples, games = read_samples(args.labels, args.setting, "labels", [("label", "<f4")])
    labels = Labels(schema, samples, games, device)
    _, kept, kept_games = read_samples([args.keep], args.setting)
    data = Data(schema, kept, kept_games, device)
    net = read_net(schema, Path(args.net).read_bytes()).to(device)
    initial = copy.deepcopy(net)
    teacher = Teacher(initial, data)
    learned = [k for k in range(KINDS) if len(labels.train[k]) >= MIN_LABELS and len(labels.held_out[k]) > 0]
    keeping = [k for k in range(KINDS) if len(data.train[k]) > 0]
    if not learned:
        raise SystemExit(f"{len(samples)} labels are too few")
    counts = [len(labels.train[k]) for k in range(KINDS)]
    log(f"{args.setting}: labels by kind {counts}, {len(kept)} samples to keep, {device}")
    before = {kind: labels.validate(net, kind) for kind in learned}
    log("initial: rms by kind " + " ".join(f"{k}:{rms:.4f}" for k, (_, rms) in before.items()))
    steps = max(1, math.ceil(args.epochs * max(counts) / args.batch))
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(min(0.995, 1 - 10 / (steps + 10)))
    )
    optimiser = torch.optim.Adam(net.parameters(), lr=args.rate, betas=(0.9, 0.99))
    anchors = dict(initial.named_parameters())
    best, best_loss = copy.deepcopy(net), sum(loss for loss, _ in before.values())
    report = max(1, steps // args.reports)

    def pick(of_kind, batch):
        return of_kind[torch.randint(len(of_kind), (min(batch, len(of_kind)),), device=device)]

    for step in range(steps):
        share = step / steps
        if args.seconds:
            share = max(share, (time.monotonic() - started) / args.seconds)
        rate = args.rate * min(1.0, (step + 1) / 50) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(share, 1))))
        for group in optimiser.param_groups:
            group["lr"] = rate
        folded = net.folded()
        total = 0.0
        for kind in learned:
            picked = pick(labels.train[kind], args.batch)
            standalone, combined = net(folded, *labels.batch(picked), kind)
            scale = net.scale(kind)
            total = total + labels.loss(combined, scale, picked) + 0.3 * labels.loss(standalone, scale, picked)
        for kind in keeping:
            picked = pick(data.train[kind], args.batch // 2)
            values = net(folded, *data.batch(picked), kind)
            weight = args.anchor if kind in learned else args.keep_weight
            total = total + weight * teacher.loss(*values, net.scale(kind), picked)
        optimiser.zero_grad(set_to_none=True)
        total.backward()
        optimiser.step()
        with torch.no_grad():
            # Feature weights decay more than factor weights, so that shared structure is learned first.
            for name, weights in net.named_parameters():
                decay = args.decay if name in ("transformer", "direct") else 1e-3
                weights.lerp_(anchors[name], min(1.0, rate * decay))
        net.keep_in_range()
        mean.update_parameters(net)
        last = step + 1 == steps or share >= 1
        if (step + 1) % report == 0 or last:
            now = {kind: labels.validate(mean.module, kind) for kind in learned}
            with torch.no_grad():
                average = mean.module.folded()
                drift = [
                    teacher.loss(*mean.module(average, *data.batch(data.held_out[k]), k), mean.module.scale(k), data.held_out[k])
                    for k in keeping
                    if k not in learned and len(data.held_out[k]) > 0
                ]
            loss = sum(loss for loss, _ in now.values())
            text = " ".join(f"{k}:{rms:.4f}" for k, (_, rms) in now.items())
            drift = " ".join(f"{1e4 * float(d):.1f}" for d in drift)
            log(f"step {step + 1} of {steps}, {time.monotonic() - started:.0f} s: loss {loss:.4f}, rms {text}, drift in 1e-4 {drift}")
            if loss < best_loss:
                best, best_loss = copy.deepcopy(mean.module), loss
        if last:
            break
    log("scale: " + " ".join(f"{best.scale(k).item():.2f}" for k in range(KINDS)))
    log(f"best loss {best_loss:.4f}, {time.monotonic() - started:.0f} s")
    write(best.cpu(), data, args, log)


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", help="the initial network")
    parser.add_argument("labels", nargs="+", help="folders with labels")
    parser.add_argument("--keep", required=True, help="folder with self-play samples")
    parser.add_argument("--setting", required=True, choices=["c2", "c3", "c4", "g2", "g3", "g4"])
    parser.add_argument("--out", required=True, help="the network file to write")
    parser.add_argument("--golden", help="write golden values for the engine's tests to this file")
    parser.add_argument("--goldens", type=int, default=10, help="golden positions per kind")
    parser.add_argument("--log", help="append progress to this file too")
    parser.add_argument("--epochs", type=float, default=40)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=150, help="decay of feature weights towards the initial ones")
    parser.add_argument("--anchor", type=float, default=0.05, help="weight of the initial values of kinds with labels")
    parser.add_argument("--keep-weight", type=float, default=3.0, help="weight of the initial values of other kinds")
    parser.add_argument("--seconds", type=float, help="time limit for training")
    parser.add_argument("--reports", type=int, default=20, help="number of validations")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
