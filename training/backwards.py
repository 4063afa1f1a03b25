"""Teaches a network the values of strong play, from the last round backwards.

    python backwards.py c2.net --setting c2 --bin FOLDER --work FOLDER [--stages STAGE,...]

A stage ROUND:MID:NODES:SECONDS labels ends of ROUND, and for each of them MID mid-round positions of
the next round, by searches of NODES nodes for SECONDS seconds. The leaves are evaluated by the network
that the previous stage trained, so later rounds come first; ROUND 0 is the start of the game. Each
stage then fine-tunes the initial network on all labels so far.

--bin is the folder of the programs `self_play` and `value_labels`. The result is the last network in
--work (c2-4.net, c2-3.net, …, by round). A completed stage is not repeated.
"""

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    args = parse_args()
    work, programs = Path(args.work), Path(args.bin).resolve()
    work.mkdir(parents=True, exist_ok=True)
    keep, labels = work / "keep", work / "labels"
    run = [f"seed={args.seed}"] + ([f"threads={args.threads}"] if args.threads else [])
    if not (keep / "done").exists():
        call(programs / "self_play", args.setting, args.net, keep, "games=1000000", "part=50",
             f"seconds={args.keep_seconds}", *run)  # fmt: skip
        (keep / "done").touch()
    net = args.leaves or args.net
    for stage in args.stages.split(","):
        number, mid_round, nodes, seconds = map(int, stage.split(":"))
        trained = work / f"{args.setting}-{number}.net"
        if not trained.exists():
            call(programs / "value_labels", args.setting, net, labels, f"round={number}", f"mid={mid_round}",
                 f"nodes={nodes}", f"seconds={seconds}", f"deals={args.deals}", "positions=1000000",
                 "part=8", *run)  # fmt: skip
            call(sys.executable, HERE / "fine_tune.py", args.net, labels, "--keep", keep, "--setting", args.setting,
                 "--out", trained, "--golden", trained.with_suffix(".golden"), "--log", trained.with_suffix(".log"),
                 "--seconds", args.train_seconds, *args.train_options.split())  # fmt: skip
        net = trained


def call(*command):
    subprocess.run([str(part) for part in command], check=True)


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", help="the initial network")
    parser.add_argument("--leaves", help="the network at the leaves of the first stage; by default the initial one")
    parser.add_argument("--setting", required=True)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument(
        "--stages",
        default="4:0:400000:130,3:2:200000:100,2:2:200000:90,1:2:200000:75,0:2:200000:40",
    )
    parser.add_argument("--deals", type=int, default=1)
    parser.add_argument("--keep-seconds", type=int, default=15)
    parser.add_argument("--train-seconds", type=float, default=20)
    parser.add_argument("--train-options", default="--epochs 400")
    parser.add_argument("--seed", type=int, default=501)
    parser.add_argument("--threads", type=int)
    return parser.parse_args()


if __name__ == "__main__":
    main()
