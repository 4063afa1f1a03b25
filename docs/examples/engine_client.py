"""Asks `azulejo engine` for the three best moves of a position.

Usage: engine_client.py PROGRAM POSITION
"""

import json
import subprocess
import sys


def main() -> int:
    program, position = sys.argv[1:3]
    engine = subprocess.Popen(
        [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    question = {"id": "first", "position": position, "limit": "200ms", "best": 3}
    answers, _ = engine.communicate(json.dumps(question) + "\n")
    for line in answers.splitlines():
        answer = json.loads(line)
        if "error" in answer:
            print(f"{answer['error']['field']}: {answer['error']['message']}", file=sys.stderr)
            return 1
        if "progress" in answer:
            continue
        mover = answer["seat"] - 1
        for judged in answer["moves"]:
            print(f"{judged['move']}  {100 * judged['win'][mover]:.1f} %  {' '.join(judged['line'])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
