"""Trains a network on samples of self-play and writes it as the program reads it.

    python train.py SAMPLES... --setting c2 --out c2.net [--golden c2.golden] [--log c2.log]

SAMPLES are folders that `self_play` wrote. With --seconds training stops in time and still writes.
With --checkpoint it goes on from there when the file exists, and keeps it up to date.
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch

from net import KINDS, ROUNDS, UNIT, Net, WholeNet

NOBODY = 255
# A kind of table with fewer samples takes over the layers of the round before it.
ENOUGH = 2000


def read_samples(folders, setting):
    """The schema, all samples in the order of play, and a number for each game."""
    schema = json.loads((Path(folders[0]) / f"{setting}.schema.json").read_text())
    player = np.dtype(
        [
            ("score", "<i2"),
            ("final", "<i2"),
            ("share", "u1"),
            ("zero", "u1"),
            ("features", "<u2", schema["active"]),
        ]
    )
    table = np.dtype(
        [
            ("game", "<u4"),
            ("round", "u1"),
            ("marker", "u1"),
            ("mover", "u1"),
            ("groups", "u1"),
            ("players", player, schema["players"]),
        ]
    )
    parts, games, runs = [], [], {}
    for folder in folders:
        for path in sorted(Path(folder).glob(f"{setting}-*.samples")):
            part = np.fromfile(path, table)
            # Games of different runs are different games.
            run = runs.setdefault((str(folder), path.name.split("-")[1]), len(runs))
            parts.append(part)
            games.append(part["game"].astype(np.int64) + (run << 32))
    if not parts:
        raise SystemExit(f"no samples of {setting} in {', '.join(map(str, folders))}")
    return schema, np.concatenate(parts), np.concatenate(games)


class Data:
    """Samples on the device, and which are of which kind."""

    def __init__(self, schema, samples, games, device):
        players = samples["players"]
        count = schema["players"]
        active = players["features"].astype(np.int32)
        active[active == 0xFFFF] = schema["features"]
        final = players["final"].astype(np.float32)
        others = (final.sum(1, keepdims=True) - final) / (count - 1)

        def put(array, kind=None):
            return torch.from_numpy(array.astype(kind) if kind else array).to(device)

        def seats(array):
            return put(np.where(array == NOBODY, count, array), np.int64)

        self.features = put(active)
        self.scores = put(players["score"], np.float32)
        self.margins = put(final - others)
        self.shares = put(players["share"].astype(np.float32) / 12)
        self.marker = seats(samples["marker"])
        self.mover = seats(samples["mover"])
        self.groups = put(samples["groups"], np.int64)
        self.targets = self.shares.clone()
        over = samples["mover"] == NOBODY
        kind = np.minimum(samples["round"], ROUNDS) - 1 + ROUNDS * ~over
        # Whole games are held out, every twentieth.
        out = games % 20 == 0
        self.kept = [put(np.flatnonzero((kind == k) & ~out)) for k in range(KINDS)]
        self.held_out = [put(np.flatnonzero((kind == k) & out)) for k in range(KINDS)]
        self.spread = [
            max(float(self.margins[k].std()), 1.0) if len(k) > 1 else 1.0 for k in self.kept
        ]
        # The next end of a round in the same game, if there is one.
        places = np.where(over, np.arange(len(samples)), len(samples))
        after = np.minimum.accumulate(places[::-1])[::-1]
        after = np.append(after[1:], len(samples))
        has = after < len(samples)
        has[has] = games[after[has]] == games[has]
        self.has_next = put(np.flatnonzero(has))
        self.next = put(after[has])
        self.over = put(np.flatnonzero(over))
        self.kind = kind

    def batch(self, picked):
        return (
            self.features[picked],
            self.scores[picked],
            self.marker[picked],
            self.mover[picked],
            self.groups[picked],
        )


def cross_entropy(worths, scale, shares):
    return -(shares * torch.log_softmax(worths / scale, 1)).sum(1).mean()


def loss_of(net, rows, kind, data, picked):
    alone, together = net(rows, *data.batch(picked), kind)
    scale = net.scale(kind)
    count = alone.shape[1]

    def margin_loss(worths):
        others = (worths.sum(1, keepdim=True) - worths) / (count - 1)
        off = (worths - others - data.margins[picked]) / data.spread[kind]
        return (off * off).mean()

    shares = data.targets[picked]
    met, single = cross_entropy(together, scale, shares), cross_entropy(alone, scale, shares)
    return met + 0.3 * single + 0.05 * margin_loss(together) + 0.05 * margin_loss(alone)


@torch.no_grad()
def judge(net, data):
    """The mean loss on games left out of training, at the table and alone, for each kind."""
    rows = net.folded()
    report = []
    for kind, picked in enumerate(data.held_out):
        if len(picked) == 0:
            report.append((float("nan"), float("nan"), 0))
            continue
        both = [net(rows, *data.batch(chunk), kind) for chunk in picked.split(65536)]
        scale = net.scale(kind)
        shares = data.shares[picked]
        alone, together = (torch.cat(worths) for worths in zip(*both))
        report.append(
            (
                cross_entropy(together, scale, shares).item(),
                cross_entropy(alone, scale, shares).item(),
                len(picked),
            )
        )
    return report


@torch.no_grad()
def look_ahead(net, data, mix):
    """Targets from what the network thinks of the next end of a round, mixed with the result."""
    rows = net.folded()
    thought = torch.zeros_like(data.shares)
    for kind in range(ROUNDS):
        every = torch.cat([data.kept[kind], data.held_out[kind]])
        if len(every) > 0:
            for chunk in every.split(65536):
                _, together = net(rows, *data.batch(chunk), kind)
                thought[chunk] = torch.softmax(together / net.scale(kind), 1)
    data.targets = data.shares.clone()
    for _ in range(8):
        data.targets[data.has_next] = (1 - mix) * thought[data.next] + mix * data.targets[data.next]


def main():
    args = parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    started = time.monotonic()
    log = Log(args.log)
    schema, samples, games = read_samples(args.samples, args.setting)
    data = Data(schema, samples, games, device)
    counts = [len(k) + len(o) for k, o in zip(data.kept, data.held_out)]
    log(f"{args.setting}: {len(np.unique(games))} games, {len(samples)} samples, by kind {counts}, {device}")
    net = Net(schema).to(device)
    if args.start and Path(args.start).exists():
        net.load_state_dict(torch.load(args.start, map_location=device)["mean"])
        log(f"starts from {Path(args.start).name}")
    batch = args.batch
    kinds = [k for k in range(KINDS) if len(data.kept[k]) >= min(ENOUGH, batch)]
    if not kinds:
        raise SystemExit(f"{len(samples)} samples are too few for batches of {batch}: play more games")
    steps = max(1, math.ceil(args.epochs * max(len(data.kept[k]) for k in kinds) / batch))
    # The network that is kept is the mean over the last steps.
    decay = min(0.998, 1 - 10 / (steps + 10))
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(decay)
    )
    # Numbers of single features are held back most: what they share with relatives is learned first.
    held_back = ("rows", "direct")
    optimiser = torch.optim.AdamW(
        [
            {"params": [getattr(net, name) for name in held_back], "weight_decay": args.decay},
            {"params": [p for name, p in net.named_parameters() if name not in held_back], "weight_decay": 1e-4},
        ],
        lr=args.rate,
        betas=(0.9, 0.99),
    )
    first, before, looked = 0, 0.0, 0
    if args.checkpoint and Path(args.checkpoint).exists():
        state = torch.load(args.checkpoint, map_location=device)
        net.load_state_dict(state["net"])
        mean.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        first, before = state["step"], state["seconds"]
        log(f"goes on at step {first}")

    def seconds():
        return before + time.monotonic() - started

    for step in range(first, steps):
        share = step / steps
        if args.seconds:
            share = max(share, seconds() / args.seconds)
            if share >= 1:
                break
        # Once a third is done, and again later, the targets look ahead.
        if int(6 * share) >= 2 and int(6 * share) > looked and args.mix < 1:
            looked = int(6 * share)
            look_ahead(mean.module, data, args.mix)
        warm = min(1.0, (step + 1) / min(200, 1 + steps // 10))
        for group in optimiser.param_groups:
            group["lr"] = args.rate * warm * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        rows = net.folded()
        total = 0.0
        for kind in kinds:
            kept = data.kept[kind]
            picked = kept[torch.randint(len(kept), (batch,), device=device)]
            total = total + loss_of(net, rows, kind, data, picked)
        optimiser.zero_grad(set_to_none=True)
        total.backward()
        optimiser.step()
        net.keep_in_range()
        mean.update_parameters(net)
        if (step + 1) % args.report == 0:
            text = " ".join(f"{met:.4f}" for met, _, _ in judge(mean.module, data))
            log(f"step {step + 1} of {steps}, {seconds():.0f} s: loss {text}")
            save(args.checkpoint, net, mean, optimiser, step + 1, seconds())
    best = mean.module
    for kind in range(KINDS):
        if kind not in kinds and kind % ROUNDS > 0:
            copy_layers(best, kind - 1, kind)
    save(args.checkpoint, net, mean, optimiser, steps, seconds())
    log("end: loss at the table/alone by kind " + " ".join(f"{m:.4f}/{a:.4f}" for m, a, _ in judge(best, data)))
    for name, numbers in (
        ("scale", [best.scale(k).item() for k in range(KINDS)]),
        ("worth of the marker", [best.start[k].item() * UNIT for k in range(KINDS)]),
        ("worth of the move with 4 and 12 groups", [best.tempo[k][g].item() * UNIT for k in range(ROUNDS, KINDS) for g in (4, 12)]),
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
    """A round that few games reach has the layers of the round before it."""
    for name in ("hidden", "hidden_bias", "output", "output_bias", "meeting", "meeting_bias", "start", "tempo", "log_scale"):
        getattr(net, name)[target] = getattr(net, name)[source]
    for name in ("direct", "factor_direct"):
        getattr(net, name)[:, target] = getattr(net, name)[:, source]


def write(net, data, args, log):
    whole = WholeNet(net)
    Path(args.out).write_bytes(whole.to_bytes())
    # How far whole numbers are from the network that was trained, and what the program must find.
    golden, off = [], []
    rows = net.folded()
    count = whole.schema["players"]
    for kind in range(KINDS):
        for place in data.held_out[kind][: args.goldens].tolist():
            table = [part[None].cpu() for part in data.batch(place)]
            features, scores, marker, mover, groups = (part[0].tolist() for part in table)
            worths = whole.worths(features, scores, marker, mover, groups, kind)
            with torch.no_grad():
                exact = net(rows, *table, kind)[1][0].tolist()
            off += [abs(w / 64 - e) for w, e in zip(worths, exact)]
            boards = " ".join(
                f"{int(s)}:" + ",".join(str(f) for f in b if f < whole.schema["features"])
                for b, s in zip(features, scores)
            )
            marker = "-" if marker == count else marker
            turn = "- -" if mover == count else f"{mover} {groups}"
            golden.append(f"{kind % ROUNDS + 1} {marker} {turn} {boards} {','.join(map(str, worths))}")
    if off:
        log(f"whole numbers are {np.mean(off):.3f} points off in the mean, {np.max(off):.3f} at most")
    if args.golden:
        head = (
            "# round, who holds the marker, who moves and groups left, score:features of each board,"
            " worths in sixty-fourths of a point\n"
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
    parser.add_argument("samples", nargs="+", help="folders of samples")
    parser.add_argument("--setting", required=True, choices=["c2", "c3", "c4", "g2", "g3", "g4"])
    parser.add_argument("--out", required=True, help="the network file to write")
    parser.add_argument("--golden", help="a file of tables and their worths, for the tests")
    parser.add_argument("--goldens", type=int, default=10, help="how many tables a kind")
    parser.add_argument("--log", help="a file that gets the lines of progress too")
    parser.add_argument("--checkpoint", help="kept up to date, and where to go on")
    parser.add_argument("--start", help="a checkpoint to take the first weights from")
    parser.add_argument("--epochs", type=float, default=8)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=0.3, help="weight decay of single features' numbers")
    parser.add_argument("--mix", type=float, default=0.5, help="how much of the result stays in targets that look ahead; 1: all")
    parser.add_argument("--seconds", type=float, help="stop in time")
    parser.add_argument("--report", type=int, default=200, help="steps between reports")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
