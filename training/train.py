"""Trains a network on self-play samples and exports it in the engine's file format.

    python train.py SAMPLES... --setting c2 --out c2.net [--golden c2.golden] [--log c2.log]

SAMPLES are folders written by `self_play`. With --seconds, training stops in time and still exports.
With --checkpoint, training resumes from the file if it exists, and updates it regularly.
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch

from net import KINDS, ROUNDS, POINTS_PER_UNIT, Net, QuantisedNet

NO_SEAT = 255
# A kind with fewer samples copies the layers of the previous round.
MIN_SAMPLES = 2000


def record_fields(schema):
    """Returns the fields of a record, for `numpy.dtype`."""
    player = np.dtype(
        [
            ("score", "<i2"),
            ("final", "<i2"),
            ("share", "u1"),
            ("zero", "u1"),
            ("features", "<u2", schema["active"]),
        ]
    )
    return [
        ("game", "<u4"),
        ("round", "u1"),
        ("marker", "u1"),
        ("mover", "u1"),
        ("groups", "u1"),
        ("players", player, schema["players"]),
    ]


def read_samples(folders, setting, extension="samples", extra_fields=()):
    """Returns the schema, all samples in order of play, and the number of each sample's game."""
    schema = json.loads((Path(folders[0]) / f"{setting}.schema.json").read_text())
    record = np.dtype([*record_fields(schema), *extra_fields])
    shards, games, runs = [], [], {}
    for folder in folders:
        for path in sorted(Path(folder).glob(f"{setting}-*.{extension}")):
            shard = np.fromfile(path, record)
            # Game numbers are unique within a run only.
            run = runs.setdefault((str(folder), path.name.split("-")[1]), len(runs))
            shards.append(shard)
            games.append(shard["game"].astype(np.int64) + (run << 32))
    if not shards:
        raise SystemExit(f"no {extension} of {setting} in {', '.join(map(str, folders))}")
    return schema, np.concatenate(shards), np.concatenate(games)


class Data:
    """The samples on the device, indexed by kind."""

    def __init__(self, schema, samples, games, device):
        players = samples["players"]
        count = schema["players"]
        active = players["features"].astype(np.int32)
        active[active == 0xFFFF] = schema["features"]
        final = players["final"].astype(np.float32)
        opponents = (final.sum(1, keepdims=True) - final) / (count - 1)

        def put(array, kind=None):
            return torch.from_numpy(array.astype(kind) if kind else array).to(device)

        def seats(array):
            return put(np.where(array == NO_SEAT, count, array), np.int64)

        self.features = put(active)
        self.scores = put(players["score"], np.float32)
        self.margins = put(final - opponents)
        self.shares = put(players["share"].astype(np.float32) / 12)
        self.marker = seats(samples["marker"])
        self.mover = seats(samples["mover"])
        self.groups = put(samples["groups"], np.int64)
        self.targets = self.shares.clone()
        round_over = samples["mover"] == NO_SEAT
        kind = np.minimum(samples["round"], ROUNDS) - 1 + ROUNDS * ~round_over
        # One in twenty games is held out.
        out = games % 20 == 0
        self.train = [put(np.flatnonzero((kind == k) & ~out)) for k in range(KINDS)]
        self.held_out = [put(np.flatnonzero((kind == k) & out)) for k in range(KINDS)]
        self.spread = [
            max(float(self.margins[k].std()), 1.0) if len(k) > 1 else 1.0 for k in self.train
        ]
        # The next end of a round in the same game, if any.
        places = np.where(round_over, np.arange(len(samples)), len(samples))
        after = np.minimum.accumulate(places[::-1])[::-1]
        after = np.append(after[1:], len(samples))
        has = after < len(samples)
        has[has] = games[after[has]] == games[has]
        self.has_next = put(np.flatnonzero(has))
        self.next = put(after[has])
        self.round_over = put(np.flatnonzero(round_over))
        self.kind = kind

    def batch(self, picked):
        return (
            self.features[picked],
            self.scores[picked],
            self.marker[picked],
            self.mover[picked],
            self.groups[picked],
        )


def cross_entropy(values, scale, shares):
    return -(shares * torch.log_softmax(values / scale, 1)).sum(1).mean()


def loss_of(net, folded, kind, data, picked):
    standalone, combined = net(folded, *data.batch(picked), kind)
    scale = net.scale(kind)
    count = standalone.shape[1]

    def margin_loss(values):
        opponents = (values.sum(1, keepdim=True) - values) / (count - 1)
        errors = (values - opponents - data.margins[picked]) / data.spread[kind]
        return (errors * errors).mean()

    shares = data.targets[picked]
    combined_loss = cross_entropy(combined, scale, shares)
    standalone_loss = cross_entropy(standalone, scale, shares)
    return combined_loss + 0.3 * standalone_loss + 0.05 * margin_loss(combined) + 0.05 * margin_loss(standalone)


@torch.no_grad()
def validate(net, data):
    """Returns the mean loss on held-out games, combined and standalone, for each kind."""
    folded = net.folded()
    report = []
    for kind, picked in enumerate(data.held_out):
        if len(picked) == 0:
            report.append((float("nan"), float("nan"), 0))
            continue
        both = [net(folded, *data.batch(chunk), kind) for chunk in picked.split(65536)]
        scale = net.scale(kind)
        shares = data.shares[picked]
        standalone, combined = (torch.cat(values) for values in zip(*both))
        report.append(
            (
                cross_entropy(combined, scale, shares).item(),
                cross_entropy(standalone, scale, shares).item(),
                len(picked),
            )
        )
    return report


@torch.no_grad()
def bootstrap_targets(net, data, mix):
    """Sets bootstrapped targets: the forecast at the next end of a round, mixed with the result."""
    folded = net.folded()
    forecast = torch.zeros_like(data.shares)
    for kind in range(ROUNDS):
        every = torch.cat([data.train[kind], data.held_out[kind]])
        if len(every) > 0:
            for chunk in every.split(65536):
                _, combined = net(folded, *data.batch(chunk), kind)
                forecast[chunk] = torch.softmax(combined / net.scale(kind), 1)
    data.targets = data.shares.clone()
    for _ in range(8):
        data.targets[data.has_next] = (1 - mix) * forecast[data.next] + mix * data.targets[data.next]


def main():
    args = parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    started = time.monotonic()
    log = Log(args.log)
    schema, samples, games = read_samples(args.samples, args.setting)
    data = Data(schema, samples, games, device)
    counts = [len(k) + len(o) for k, o in zip(data.train, data.held_out)]
    log(f"{args.setting}: {len(np.unique(games))} games, {len(samples)} samples, by kind {counts}, {device}")
    net = Net(schema).to(device)
    if args.start and Path(args.start).exists():
        net.load_state_dict(torch.load(args.start, map_location=device)["mean"])
        log(f"starting from {Path(args.start).name}")
    batch = args.batch
    kinds = [k for k in range(KINDS) if len(data.train[k]) >= min(MIN_SAMPLES, batch)]
    if not kinds:
        raise SystemExit(f"{len(samples)} samples are too few for batches of {batch}; play more games")
    steps = max(1, math.ceil(args.epochs * max(len(data.train[k]) for k in kinds) / batch))
    # The exported network is an exponential moving average over the steps.
    decay = min(0.998, 1 - 10 / (steps + 10))
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(decay)
    )
    # Feature weights decay more than factor weights, so that shared structure is learned first.
    regularised = ("transformer", "direct")
    optimiser = torch.optim.AdamW(
        [
            {"params": [getattr(net, name) for name in regularised], "weight_decay": args.decay},
            {"params": [p for name, p in net.named_parameters() if name not in regularised], "weight_decay": 1e-4},
        ],
        lr=args.rate,
        betas=(0.9, 0.99),
    )
    first, before, bootstrapped = 0, 0.0, 0
    if args.checkpoint and Path(args.checkpoint).exists():
        state = torch.load(args.checkpoint, map_location=device)
        net.load_state_dict(state["net"])
        mean.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        first, before = state["step"], state["seconds"]
        log(f"resuming at step {first}")

    def seconds():
        return before + time.monotonic() - started

    for step in range(first, steps):
        share = step / steps
        if args.seconds:
            share = max(share, seconds() / args.seconds)
            if share >= 1:
                break
        # Bootstrap the targets after a third of the steps, and again every sixth.
        if int(6 * share) >= 2 and int(6 * share) > bootstrapped and args.mix < 1:
            bootstrapped = int(6 * share)
            bootstrap_targets(mean.module, data, args.mix)
        warm = min(1.0, (step + 1) / min(200, 1 + steps // 10))
        for group in optimiser.param_groups:
            group["lr"] = args.rate * warm * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        folded = net.folded()
        total = 0.0
        for kind in kinds:
            train = data.train[kind]
            picked = train[torch.randint(len(train), (batch,), device=device)]
            total = total + loss_of(net, folded, kind, data, picked)
        optimiser.zero_grad(set_to_none=True)
        total.backward()
        optimiser.step()
        net.keep_in_range()
        mean.update_parameters(net)
        if (step + 1) % args.report == 0:
            text = " ".join(f"{loss:.4f}" for loss, _, _ in validate(mean.module, data))
            log(f"step {step + 1} of {steps}, {seconds():.0f} s: loss {text}")
            save(args.checkpoint, net, mean, optimiser, step + 1, seconds())
    best = mean.module
    for kind in range(KINDS):
        if kind not in kinds and kind % ROUNDS > 0:
            copy_layers(best, kind - 1, kind)
    save(args.checkpoint, net, mean, optimiser, steps, seconds())
    log("end: combined/standalone loss by kind " + " ".join(f"{c:.4f}/{s:.4f}" for c, s, _ in validate(best, data)))
    for name, numbers in (
        ("scale", [best.scale(k).item() for k in range(KINDS)]),
        ("value of the marker", [best.start[k].item() * POINTS_PER_UNIT for k in range(KINDS)]),
        ("value of the move with 4 and 12 groups", [best.tempo[k][g].item() * POINTS_PER_UNIT for k in range(ROUNDS, KINDS) for g in (4, 12)]),
    ):
        log(f"{name}: " + " ".join(f"{n:.2f}" for n in numbers))
    write(best.cpu(), data, args, log)
    log(f"{seconds():.0f} s")


def save(path, net, mean, optimiser, step, seconds):
    if path:
        state = {
            "net": net.state_dict(),
            "average": mean.state_dict(),
            "mean": mean.module.state_dict(),
            "optimiser": optimiser.state_dict(),
            "step": step,
            "seconds": seconds,
        }
        unfinished = Path(path).with_suffix(".unfinished")
        torch.save(state, unfinished)
        unfinished.rename(path)


@torch.no_grad()
def copy_layers(net, source, target):
    """Copies the layers of one kind to another, for rounds that few games reach."""
    for name in ("hidden", "hidden_bias", "output", "output_bias", "interaction", "interaction_bias", "start", "tempo", "log_scale"):
        getattr(net, name)[target] = getattr(net, name)[source]
    for name in ("direct", "factor_direct"):
        getattr(net, name)[:, target] = getattr(net, name)[:, source]


def write(net, data, args, log):
    quantised = QuantisedNet(net)
    Path(args.out).write_bytes(quantised.to_bytes())
    # The quantisation error, and golden values for the tests of the engine.
    golden, errors = [], []
    folded = net.folded()
    count = quantised.schema["players"]
    for kind in range(KINDS):
        for index in data.held_out[kind][: args.goldens].tolist():
            sample = [column[None].cpu() for column in data.batch(index)]
            features, scores, marker, mover, groups = (column[0].tolist() for column in sample)
            values = quantised.values(features, scores, marker, mover, groups, kind)
            with torch.no_grad():
                unquantised = net(folded, *sample, kind)[1][0].tolist()
            errors += [abs(q / 64 - u) for q, u in zip(values, unquantised)]
            boards = " ".join(
                f"{int(s)}:" + ",".join(str(f) for f in b if f < quantised.schema["features"])
                for b, s in zip(features, scores)
            )
            marker = "-" if marker == count else marker
            turn = "- -" if mover == count else f"{mover} {groups}"
            golden.append(f"{kind % ROUNDS + 1} {marker} {turn} {boards} {','.join(map(str, values))}")
    if errors:
        log(f"quantisation error in points: mean {np.mean(errors):.3f}, max {np.max(errors):.3f}")
    if args.golden:
        head = (
            "# round, marker seat, seat to move, groups left, score:features of each board,"
            " values in 1/64 point\n"
        )
        Path(args.golden).write_text(head + "\n".join(golden) + "\n")


class Log:
    def __init__(self, path):
        self.path = path

    def __call__(self, text):
        print(text, flush=True)
        if self.path:
            with open(self.path, "a") as file:
                file.write(text + "\n")


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", nargs="+", help="folders with samples")
    parser.add_argument("--setting", required=True, choices=["c2", "c3", "c4", "g2", "g3", "g4"])
    parser.add_argument("--out", required=True, help="the network file to write")
    parser.add_argument("--golden", help="write golden values for the engine's tests to this file")
    parser.add_argument("--goldens", type=int, default=10, help="golden positions per kind")
    parser.add_argument("--log", help="append progress to this file too")
    parser.add_argument("--checkpoint", help="save and resume training state here")
    parser.add_argument("--start", help="checkpoint with the initial weights")
    parser.add_argument("--epochs", type=float, default=8)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=0.3, help="weight decay of feature weights")
    parser.add_argument("--mix", type=float, default=0.5, help="share of the game result in bootstrapped targets; 1: no bootstrapping")
    parser.add_argument("--seconds", type=float, help="time limit for training")
    parser.add_argument("--report", type=int, default=200, help="steps between reports")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
