"""Runs the node as ComfyUI does, with stand-ins for torch's tensors and ComfyUI's VideoInput: for tests. Input is JSON, one run a line."""

import json
import sys
import time

from save_to_dailies import NODE_CLASS_MAPPINGS, spool


class Tensor:
    """As much of a tensor as nodes use: its shape, iteration over the first dimension, cpu() and tolist()."""

    def __init__(self, values):
        self.values = values
        self.shape = []
        while isinstance(values, list):
            self.shape.append(len(values))
            values = values[0] if values else None

    def __iter__(self):
        return (Tensor(one) for one in self.values)

    def cpu(self):
        return self

    def tolist(self):
        return self.values


class Video:
    """VideoInput of comfy_api/latest/_input/video_types.py: save_to(path, format, codec, metadata)."""

    def __init__(self, content):
        self.content = content

    def save_to(self, path, format="auto", codec="auto", metadata=None):
        if self.content is None:
            raise RuntimeError("no codec")
        with open(path, "wb") as file:
            file.write(bytes.fromhex(self.content))


def run(asked):
    node = NODE_CLASS_MAPPINGS["SaveToDailies"]
    inputs = node.INPUT_TYPES()
    given = dict(asked["inputs"])
    unknown = set(given) - set().union(*(inputs[part] for part in inputs))
    if unknown:
        raise SystemExit(f"ComfyUI would not hand over {unknown}")
    if "images" in given:
        given["images"] = Tensor(given["images"])
    if "video" in given:
        given["video"] = Video(given["video"])
    if "audio" in given:
        given["audio"] = {**given["audio"], "waveform": Tensor(given["audio"]["waveform"])}
    result = getattr(node(), node.FUNCTION)(**given)
    deadline = time.monotonic() + asked.get("seconds", 60)
    while asked.get("until_sent", True) and spool().waiting() and time.monotonic() < deadline:
        time.sleep(0.05)
    print(json.dumps({"result": result, "waiting": len(spool().waiting())}), flush=True)


for line in sys.stdin:
    run(json.loads(line))
