"""The training loop: self-play, training on the games, self-play with the new network, and so on.

    python loop.py --bin FOLDER --work FOLDER --settings c2,c3 --generations 2 \
        --play-seconds 60 --train-seconds 60

--bin is the folder of the program `self_play` (`cargo build --release -p azulejo-ai --examples` puts
it into target/release/examples). All output goes to --work, one folder per setting: samples of each
generation, networks, golden files and logs. An interrupted loop resumes when it is called again. While
one setting trains, the next one plays.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    args = parse_args()
    started = time.monotonic()
    settings = args.settings.split(",")
    training = {}

    def left():
        return args.seconds - (time.monotonic() - started)

    def wait_for(setting):
        process = training.pop(setting, None)
        if process and process.wait() != 0:
            raise SystemExit(f"training of {setting} failed; see its log")

    for generation in range(1, args.generations + 1):
        for setting in settings:
            wait_for(setting)
            folder = Path(args.work) / setting
            samples = folder / f"samples{generation}"
            samples.mkdir(parents=True, exist_ok=True)
            played = samples / "played"
            if not played.exists():
                seconds = min(args.play_seconds, left())
                if seconds < 1:
                    raise SystemExit("out of time; call again to resume")
                previous = folder / f"{setting}-{generation - 1}.net"
                value = str(previous) if generation > 1 else args.value
                call = [
                    Path(args.bin).resolve() / "self_play", setting, value, samples,
                    f"games={args.games}", f"nodes={args.nodes}", f"random={args.random}",
                    f"greedy={args.greedy if setting[1] != '2' else 0}",
                    f"seed={args.seed + generation}", f"seconds={seconds:.0f}", "part=100",
                ]  # fmt: skip
                if args.threads:
                    call.append(f"threads={args.threads}")
                with open(folder / "play.log", "a") as log:
                    subprocess.run(call, check=True, stdout=log, stderr=subprocess.STDOUT)
                print((folder / "play.log").read_text().splitlines()[-1], flush=True)
                played.touch()
            net = folder / f"{setting}-{generation}.net"
            if net.exists():
                continue
            call = [
                sys.executable, HERE / "train.py",
                *[folder / f"samples{g}" for g in range(1, generation + 1)],
                "--setting", setting, "--out", net, "--golden", net.with_suffix(".golden"),
                "--log", folder / f"{setting}-{generation}.log",
                "--checkpoint", folder / f"{setting}-{generation}.checkpoint",
                "--epochs", str(args.epochs), "--batch", str(args.batch), "--mix", str(args.mix),
                "--seconds", str(args.train_seconds),
            ]  # fmt: skip
            if generation > 1:
                call += ["--start", folder / f"{setting}-{generation - 1}.checkpoint"]
            training[setting] = subprocess.Popen(call, stdout=subprocess.DEVNULL)
    for setting in settings:
        wait_for(setting)
        log = Path(args.work) / setting / f"{setting}-{args.generations}.log"
        print(log.read_text(), flush=True)


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--settings", default="c2,c3,c4,g2,g3,g4")
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--value", default="linear", help="evaluator of the first generation")
    parser.add_argument("--games", type=int, default=1_000_000, help="maximum number of games per generation")
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--random", type=float, default=0.08)
    parser.add_argument("--greedy", type=float, default=0.3, help="share of seats played by greedy, with 3 and 4 players")
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--play-seconds", type=float, default=60)
    parser.add_argument("--train-seconds", type=float, default=60)
    parser.add_argument("--epochs", type=float, default=12)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--mix", type=float, default=0.5)
    parser.add_argument("--seconds", type=float, default=1e9, help="start no new step after this time")
    return parser.parse_args()


if __name__ == "__main__":
    main()
