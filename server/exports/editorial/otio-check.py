"""Reads generated cuts by OpenTimelineIO and its adapters, and prints what differs from the timelines that they were written from.

    python3 otio-check.py FOLDER

In the folder are N.json, the timeline, and N.otio, N.edl and N.xml, as they are handed over. Ends with 1 where anything differs.
"""

import glob
import json
import os
import sys

import opentimelineio as otio
from otio_cmx3600_adapter import cmx_3600
from otio_fcp_adapter import fcp_xml

differing = 0


def same(what, found, expected):
    global differing
    if found != expected:
        differing += 1
        if differing < 20:
            print(f"{what}: {found!r}, expected {expected!r}")


def rate_of(rate):
    return rate["numerator"] / rate["denominator"]


def frames(time, rate):
    return round(time.rescaled_to(rate).value, 6)


def check_otio(number, cut):
    rate = rate_of(cut["rate"])
    timeline = otio.adapters.read_from_file(f"{number}.otio")
    same(f"{number} begins", timeline.global_start_time.value, cut["firstFrame"])
    picture, *heard = timeline.tracks
    for clip, item in zip(cut["clips"], picture, strict=True):
        placed = picture.range_of_child(item)
        same(f"{number} {clip['id']} lies", (placed.start_time.value, placed.duration.value), (clip["start"], clip["duration"]))
        media = clip["media"]
        is_clip = media is not None or len(clip["alternates"]) > 0
        same(f"{number} {clip['id']} is a clip", isinstance(item, otio.schema.Clip), is_clip)
        if not is_clip:
            continue
        same(f"{number} {clip['id']} alternates", len(item.media_references()), 1 + len(clip["alternates"]))
        same(f"{number} {clip['id']} is missing", item.media_reference.is_missing_reference, media is None)
        if media is None:
            continue
        source = item.source_range.start_time
        same(f"{number} {clip['id']} source", (source.value, source.rate), (clip["in"], rate_of(media["rate"])))
        check_markers(f"{number} {clip['id']}", item, clip["markers"], clip["in"], clip["out"])
    for track in heard:
        same(f"{number} {track.name} ends", track.duration(), picture.duration())
    sounds = sorted((sound["name"], sound["start"], sound["duration"]) for sound in cut["sounds"])
    placed = [(item.name, track.range_of_child(item)) for track in heard for item in track if isinstance(item, otio.schema.Clip)]
    same(f"{number} sounds", sorted((name, at.start_time.value, at.duration.value) for name, at in placed), sounds)
    items = {item.metadata["dailies"]["id"]: item for track in heard for item in track if isinstance(item, otio.schema.Clip)}
    for sound in cut["sounds"]:
        def in_cut(milliseconds):
            return milliseconds * cut["rate"]["numerator"] // (1000 * cut["rate"]["denominator"])

        markers = [dict(one, range=one["range"] and ranged(one["range"], in_cut)) for one in sound["markers"]]
        check_markers(f"{number} {sound['id']}", items[sound["id"]], markers, 0, sound["duration"])


def ranged(at, in_cut):
    first = in_cut(at["from"])
    return {"from": first, "to": max(first, in_cut(at["to"] + 1) - 1)}


def check_markers(what, item, markers, first, out):
    starts = {}
    for marker in markers:
        at = marker["range"] or {"from": first, "to": first}
        if at["to"] >= first and at["from"] < out:
            starts.setdefault(max(at["from"], first), []).append(marker["text"])
    found = {marker.marked_range.start_time.value: marker.comment for marker in item.markers}
    same(f"{what} markers", sorted(found), sorted(starts))
    for at, texts in starts.items():
        same(f"{what} says", all(text in found.get(at, "") for text in texts), True)


def check_edl(number, cut):
    rate = rate_of(cut["rate"])
    with open(f"{number}.edl", encoding="utf-8", newline="") as file:
        timeline = cmx_3600.read_from_string(file.read(), rate=rate)
    track = timeline.video_tracks()[0]
    found = []
    for item in track:
        at = track.range_of_child(item)
        if isinstance(item, otio.schema.Clip):
            found.append((frames(at.start_time, rate), frames(at.duration, rate)))
    seen = [(clip["start"], clip["duration"]) for clip in cut["clips"]]
    same(f"{number} edl", found, seen)


def check_xml(number, cut):
    rate = rate_of(cut["rate"])
    with open(f"{number}.xml", encoding="utf-8") as file:
        timeline = fcp_xml.read_from_string(file.read())
    track = timeline.video_tracks()[0] if timeline.video_tracks() else []
    found = []
    for item in track:
        if isinstance(item, otio.schema.Clip):
            at = track.range_of_child(item)
            found.append(round(frames(at.start_time, rate)))
    seen = [clip["start"] for clip in cut["clips"] if clip["media"]]
    same(f"{number} xml", found, seen)


def main():
    os.chdir(sys.argv[1])
    cuts = sorted(glob.glob("*.json"), key=lambda name: int(name[:-5]))
    for path in cuts:
        number = path[:-5]
        with open(path, encoding="utf-8") as file:
            cut = json.load(file)
        for check in (check_otio, check_edl, check_xml):
            try:
                check(number, cut)
            except Exception as error:
                same(f"{number} {check.__name__}", repr(error), "read")
    print(f"{len(cuts)} cuts, {differing} differences")
    sys.exit(1 if differing else 0)


main()
