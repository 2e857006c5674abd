"""Save to Dailies: a node of ComfyUI that files pictures, films and sounds as takes. docs/comfyui.md

It needs Python 3.9 or later and nothing beside it. A run never fails because of it: each take is first put into a spool folder, and sent from
there by a thread; what cannot be sent waits there for the next run.
"""

import atexit
import hashlib
import json
import math
import os
import re
import struct
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import wave
import zlib
from base64 import b64encode

OWN_ADDRESS = "http://127.0.0.1:8787"
# Bytes that wait at most, unless DAILIES_SPOOL_LIMIT says otherwise.
SPOOL_LIMIT = 20 * 1024**3
PART = 8 * 1024**2
# Bytes of an answer; the longest are lists of scenes.
LARGEST_ANSWER = 16 * 1024**2
# Bytes of a workflow that go into a capture, which is 1 MiB at most; the file has it anyway.
LARGEST_GRAPH = 150_000
MOST_ROUNDS = 100
# Seconds.
LONGEST_PAUSE = 300


SAYING = threading.Lock()
ENDED = threading.Event()


def say(text):
    """Never fails: who speaks may be the run itself."""
    text = re.sub("[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]", "\ufffd", str(text))
    with SAYING:
        if ENDED.is_set():
            return
        try:
            encoding = getattr(sys.stdout, "encoding", None) or "ascii"
            line = f"[Save to Dailies] {text}".encode(encoding, "replace").decode(encoding)
            print(line, flush=True)
        except Exception:  # closed, or of a program that is gone
            pass


@atexit.register
def fall_silent():
    """Python ends with a fatal error where a thread writes while it does."""
    with SAYING:
        ENDED.set()


# Where takes go -------------------------------------------------------------------------------------------------


class Refused(Exception):
    """The service says no, and would say it again: `status`, and what it says."""

    def __init__(self, status, message, fields=None):
        super().__init__(message)
        self.status = status
        self.fields = fields or {}


class NotNow(Exception):
    """It may go another time: after `pause` seconds, where the service says so."""

    def __init__(self, message, pause=None):
        super().__init__(message)
        self.pause = pause


class NotConnected(Exception):
    """No token, a bad address, or a token that is refused: somebody has to set it up."""


class Answer(dict):
    """What the service says. Of something that is none of it, takes are not set aside."""

    def __missing__(self, name):
        raise NotNow(f'the answer has no "{name}": is this the address of Dailies?')


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The token goes to no other address."""

    def redirect_request(self, *_):
        return None


class Service:
    def __init__(self, environment):
        address = (environment.get("DAILIES_URL") or OWN_ADDRESS).rstrip("/")
        url = urllib.parse.urlsplit(address)
        host = url.hostname or ""
        is_own = host in ("localhost", "::1") or re.fullmatch(r"127(\.\d{1,3}){3}", host)
        if url.scheme not in ("http", "https") or not host or url.username or (url.scheme == "http" and not is_own):
            raise NotConnected("DAILIES_URL must be https://…, or http:// to this machine")
        self.address = address
        self.token = self._token(environment)
        handlers = [NoRedirect]
        if is_own:
            handlers.append(urllib.request.ProxyHandler({}))
        self.opener = urllib.request.build_opener(*handlers)

    @staticmethod
    def _token(environment):
        token = environment.get("DAILIES_TOKEN", "").strip()
        path = environment.get("DAILIES_TOKEN_FILE")
        if not token and path:
            try:
                with open(path, encoding="utf-8") as file:
                    token = file.read(10_000).strip()
            except OSError as error:
                raise NotConnected(f"the token cannot be read: {error}") from None
        if not re.fullmatch(r"[!-~]{1,1000}", token):
            raise NotConnected("there is no token: set DAILIES_TOKEN or DAILIES_TOKEN_FILE")
        return token

    def ask(self, method, path, body=None, headers=None, timeout=30):
        """Asks once. What JSON answers, or raises Refused, NotNow or NotConnected."""
        if isinstance(body, dict):
            body = json.dumps(body).encode()
            headers = {"content-type": "application/json"}
        request = urllib.request.Request(self.address + path, data=body, method=method, headers=headers or {})
        request.add_unredirected_header("authorization", f"Bearer {self.token}")
        try:
            with self.opener.open(request, timeout=timeout) as answer:
                return Answer(json.loads(answer.read(LARGEST_ANSWER)))
        except urllib.error.HTTPError as error:
            raise self._failure(error, self.token) from None
        except (ValueError, TypeError):
            raise NotNow("the answer is not JSON: is this the address of Dailies?") from None
        except OSError as error:
            raise NotNow(f"the service cannot be reached ({error})") from None
        except Exception as error:  # http.client has failures of its own: an answer that broke off
            raise NotNow(f"the connection broke ({error!r})") from None

    @staticmethod
    def _failure(error, token):
        try:
            # What answers may say again what it was asked.
            said = json.loads(error.read(100_000).replace(token.encode(), b"..."))
        except Exception:
            said = {}
        said = said if isinstance(said, dict) else {}
        fields = said.get("details")
        fields = fields.get("fieldErrors") if isinstance(fields, dict) else None
        fields = {name: all_of for name, all_of in fields.items() if isinstance(all_of, list)} if isinstance(fields, dict) else {}
        details = "; ".join(f"{name}: {', '.join(map(str, all_of))}" for name, all_of in fields.items())
        message = details or said.get("error") or f"status {error.code}"
        if 300 <= error.code < 400:
            return NotConnected("it is another address that answers for it: set DAILIES_URL to where Dailies is")
        if error.code == 401:
            return NotConnected("the token is refused: it is wrong, has ended or was revoked")
        if error.code == 403:
            # Somebody may give the right (again): of the token, or of its user in the project.
            return NotNow(f"the token has to read and capture, and its user to file in the project: {message}")
        if error.code in (408, 429) or error.code >= 500:
            after = error.headers.get("retry-after") or ""
            return NotNow(message, float(after) if re.fullmatch("[0-9]{1,9}", after) else None)
        return Refused(error.code, message, fields)


def same(one, other):
    return str(one).strip().upper() == str(other).strip().upper()


def find_place(service, project, scene, shot):
    """Ids of a project (by name or id), a scene (by number) and a shot (by code). Raises NotNow where they are not there: they may come."""
    projects = service.ask("GET", "/api/extension/projects")["projects"]
    found = [one for one in projects if one["id"] == project] or [one for one in projects if same(one["name"], project)]
    if len(found) != 1:
        many = "several projects" if found else "no project"
        raise NotNow(f'there is {many} "{project}" that the token may file takes in')
    project_id = found[0]["id"]
    scenes = service.ask("GET", f"/api/extension/scenes?projectId={urllib.parse.quote(project_id)}")["scenes"]
    of_number = [one for one in scenes if same(one["sceneId"], scene)]
    if not of_number:
        raise NotNow(f'there is no scene "{scene}" in {project}')
    place = {"projectId": project_id, "sceneId": of_number[0]["sceneId"]}
    if not shot:
        return place
    row = urllib.parse.quote(of_number[0]["id"])
    shots = service.ask("GET", f"/api/extension/shots?sceneDbId={row}")["shots"]
    codes = (shot, f"{place['sceneId']}-{shot}")
    of_code = [one for code in codes for one in shots if same(one["shotCode"], code)]
    if not of_code:
        raise NotNow(f'there is no shot "{shot}" in scene {place["sceneId"]}')
    return {**place, "shotId": of_code[0]["id"]}


# Filing a take --------------------------------------------------------------------------------------------------


def capture_id(sha256, place, turn):
    """As reading/capture-of-file.ts: the same content at the same place is filed once, whoever sends it."""
    where = f"shot:{place['shotId']}" if "shotId" in place else f"{place['projectId']}:{place['sceneId']}"
    return f"file:{sha256}:{where}" + (f":{turn}" if turn else "")


def file_take(service, path, job):
    """Files a take and sends its bytes, from where an earlier try has left off. Returns the id of the version."""
    os.stat(path)  # One that is gone is not filed without its bytes.
    place = find_place(service, job["project"], job["scene"], job.get("shot"))
    for turn in range(MOST_ROUNDS):
        key = capture_id(job["sha256"], place, turn)
        provenance = {**job["provenance"], "captureId": key}
        try:
            version = service.ask("POST", "/api/assets", {**job["capture"], **place, "provenance": provenance})["data"]["id"]
        except Refused as error:
            if not any("lready used" in str(one) for one in error.fields.get("provenance", [])):
                raise
            found = service.ask("POST", "/api/extension/captured", {"captureIds": [key]})["captured"]
            if not found:
                continue
            version = found[0]["assetVersionId"]
        try:
            send_bytes(service, version, path, job["sha256"])
            return version
        except Refused as error:
            if error.status == 409 and "nother file is kept" in str(error):
                return version
            if error.status != 404:
                raise
        # It was deleted since: the next key files it anew.
    raise Refused(400, "it was filed and deleted too often")


def send_bytes(service, version, path, sha256):
    size = os.path.getsize(path)
    address = f"/api/assets/{version}/media?fingerprint={sha256}"
    whole = f"sha-256=:{b64encode(bytes.fromhex(sha256)).decode()}:"
    state = put(service, address, f"bytes */{size}", None, whole)
    with open(path, "rb") as file:
        for _ in range(size // PART * 2 + 20):
            if state["media"]:
                return
            start = min(state["received"], max(0, size - 1))
            file.seek(start)
            part = file.read(PART)
            try:
                state = put(service, address, f"bytes {start}-{start + len(part) - 1}/{size}", part, whole)
            except Refused as error:
                if error.status != 409 or "content-range" not in error.fields:
                    raise
                state = put(service, address, f"bytes */{size}", None, whole)
    raise NotNow("the service took the file, but does not keep it")


def put(service, address, content_range, part, whole):
    headers = {"content-range": content_range, "repr-digest": whole}
    if part:
        headers["content-type"] = "application/octet-stream"
        headers["content-digest"] = f"sha-256=:{b64encode(hashlib.sha256(part).digest()).decode()}:"
    state = service.ask("PUT", address, part, headers, timeout=600)["data"]
    if not isinstance(state["media"], (dict, type(None))):
        raise TypeError(f"media are {state['media']!r}")
    return state


# The spool ------------------------------------------------------------------------------------------------------


class Spool:
    """Takes on their way: each a file, and beside it a .json that says what it is, which is written and removed last."""

    def __init__(self, folder, limit):
        self.folder = folder
        self.limit = limit
        self.lock = threading.Lock()
        self.thread = None
        self.again = False
        os.makedirs(folder, mode=0o700, exist_ok=True)

    def new_path(self, ending):
        # By time, so that they are sent in the order in which they were made.
        return os.path.join(self.folder, f"{time.time_ns():020d}-{uuid.uuid4().hex[:8]}.{ending}")

    def check_room(self):
        """Raises OSError where there is no room for more, what was refused included."""
        waiting = sum(size for _, size, _ in files_in(self.folder))
        refused = sum(size for _, size, _ in files_in(self._refused()))
        if waiting + refused > self.limit:
            of_these = f", {refused} of them refused" if refused else ""
            raise OSError(f"{waiting + refused} bytes wait in {self.folder} already{of_these}: the take is not kept")

    def _refused(self):
        return os.path.join(self.folder, "refused")

    def add(self, path, job):
        with open(path + ".part", "w", encoding="utf-8") as file:
            json.dump(job, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(path + ".part", path + ".json")

    def waiting(self):
        return sorted(name[:-5] for name in os.listdir(self.folder) if name.endswith(".json"))

    def send_soon(self):
        with self.lock:
            self.again = True
            if self.thread is None:
                self.thread = threading.Thread(target=self._work, name="Save to Dailies", daemon=True)
                self.thread.start()

    def _work(self):
        pause = 1
        while True:
            with self.lock:
                if not self.again:
                    self.thread = None
                    return
                self.again = False
            try:
                self.send_all()
                pause = 1
            except NotConnected as error:
                say(f"{error}. {len(self.waiting())} takes wait in {self.folder}.")
            except NotNow as error:
                seconds = min(error.pause if error.pause is not None else pause, LONGEST_PAUSE)
                say(f"{error}. {len(self.waiting())} takes wait, another try in {seconds:g} s.")
                time.sleep(seconds)
                pause = min(pause * 2, LONGEST_PAUSE)
                self.again = True
            except Exception as error:  # a fault of our own must not end what comes after
                say(f"{error!r}. {len(self.waiting())} takes wait in {self.folder}.")

    def send_all(self):
        """Sends what waits. One whose place is not there holds up no other."""
        self._forget_halves()
        names = self.waiting()
        if not names:
            return
        service = Service(os.environ)
        later = None
        for name in names:
            path = os.path.join(self.folder, name)
            try:
                job = job_in(path + ".json")
            except FileNotFoundError:  # another ComfyUI has sent it
                continue
            except ValueError as error:
                self._set_aside(name, error)
                continue
            except OSError as error:
                later = NotNow(f"{name} cannot be read ({error})")
                continue
            try:
                version = file_take(service, path, job)
                say(f"filed in scene {job['scene']}: {version}")
                self._remove(path)
            except FileNotFoundError:
                if os.path.exists(path + ".json"):
                    say(f"{path} is gone: its take for scene {job['scene']} is not sent")
                self._remove(path)
            except Refused as error:
                self._set_aside(name, error)
            except (ValueError, LookupError, TypeError, AttributeError) as error:
                later = NotNow(f"the answer is none of Dailies ({error!r}): is this its address?")
            except NotNow as error:
                later = error
            except OSError as error:
                later = NotNow(f"{name} cannot be read ({error})")
        if later:
            raise later

    def _forget_halves(self):
        """What was being written when ComfyUI ended, a day ago or longer."""
        for path, _, changed_at in files_in(self.folder):
            is_half = not path.endswith(".json") and not os.path.exists(path + ".json")
            if is_half and time.time() - changed_at > 86_400:
                os.remove(path)

    def _remove(self, path):
        for one in (path, path + ".json"):
            try:
                os.remove(one)
            except FileNotFoundError:
                pass

    def _set_aside(self, name, error):
        refused = self._refused()
        os.makedirs(refused, exist_ok=True)
        for one in (name, name + ".json"):
            try:
                os.replace(os.path.join(self.folder, one), os.path.join(refused, one))
            except FileNotFoundError:
                pass
        say(f"refused, and set aside in {refused}: {error}")


def job_in(path):
    """Raises ValueError where it is none."""
    with open(path, encoding="utf-8") as file:
        job = json.load(file)
    kinds = {"project": str, "scene": str, "sha256": str, "capture": dict, "provenance": dict}
    if not isinstance(job, dict) or not isinstance(job.get("shot", ""), str):
        raise ValueError("it is no take")
    for name, kind in kinds.items():
        if not isinstance(job.get(name), kind):
            raise ValueError(f"it is no take: its {name} is missing")
    if not re.fullmatch("[0-9a-f]{64}", job["sha256"]):
        raise ValueError("it is no take: its sha256 is none")
    return job


def files_in(folder):
    """Path, bytes and time of each. One that is sent and removed meanwhile is none."""
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return
    for entry in entries:
        try:
            if entry.is_file():
                told = entry.stat()
                yield entry.path, told.st_size, told.st_mtime
        except FileNotFoundError:
            pass


def spool_folder():
    if os.environ.get("DAILIES_SPOOL"):
        return os.environ["DAILIES_SPOOL"]
    try:
        import folder_paths

        return os.path.join(folder_paths.get_user_directory(), "dailies-spool")
    except Exception:
        return os.path.join(os.path.expanduser("~"), ".local", "state", "dailies", "comfyui")


SPOOLS = {}


def spool():
    folder = os.path.abspath(spool_folder())
    if folder not in SPOOLS:
        given = os.environ.get("DAILIES_SPOOL_LIMIT", "")
        SPOOLS[folder] = Spool(folder, int(given) if given.isdecimal() else SPOOL_LIMIT)
    return SPOOLS[folder]


# What the graph tells -------------------------------------------------------------------------------------------


def upstream(graph, start):
    """Nodes that lead to one, the nearest first."""
    line, seen = [str(start)], set()
    while line:
        name = line.pop(0)
        node = graph.get(name)
        if name in seen or not isinstance(node, dict):
            continue
        seen.add(name)
        inputs = node.get("inputs") or {}
        yield node.get("class_type", ""), inputs
        line.extend(str(value[0]) for value in inputs.values() if isinstance(value, list) and len(value) == 2)


def finite(value):
    """ComfyUI writes NaN into the graph (is_changed), which JSON has not: the service would take none of it."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {name: finite(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(one) for one in value]
    return value


TEXTS = ("text", "prompt", "text_g", "t5xxl", "clip_l", "positive_prompt", "string", "value")


def text_of(graph, value):
    """The first text that leads to an input."""
    if isinstance(value, str):
        return value.strip() or None
    if not (isinstance(value, list) and len(value) == 2):
        return None
    for _, inputs in upstream(graph, value[0]):
        for name in TEXTS:
            if isinstance(inputs.get(name), str) and inputs[name].strip():
                return inputs[name].strip()
    return None


def told_by_graph(graph, node):
    """Prompt, model and settings of what made a take: of the sampler that is nearest to the node."""
    told, settings = {}, {}
    if not isinstance(graph, dict):
        return told, settings
    for _, inputs in upstream(graph, node):
        for name in ("positive", "conditioning", "prompt", "text"):
            if name in inputs:
                told.setdefault("prompt", text_of(graph, inputs[name]))
                if told["prompt"] is None:
                    del told["prompt"]
        if "negative" in inputs and "negativePrompt" not in told:
            negative = text_of(graph, inputs["negative"])
            if negative and negative != told.get("prompt"):
                told["negativePrompt"] = negative
        for name in ("ckpt_name", "unet_name", "model_name", "gguf_name"):
            if isinstance(inputs.get(name), str) and inputs[name]:
                model = re.split(r"[\\/]", inputs[name])[-1]
                told.setdefault("modelName", re.sub(r"\.(safetensors|sft|ckpt|gguf|pth?|bin|onnx)$", "", model))
        for name, as_what in (
            ("seed", "seed"),
            ("noise_seed", "seed"),
            ("steps", "steps"),
            ("cfg", "cfgScale"),
            ("sampler_name", "sampler"),
            ("scheduler", "scheduler"),
            ("denoise", "denoise"),
        ):
            if isinstance(inputs.get(name), (int, float, str)) and inputs[name] != "":
                settings.setdefault(as_what, inputs[name])
    # A double holds no more digits; as text they all stay.
    if isinstance(settings.get("seed"), int) and abs(settings["seed"]) > 2**53:
        settings["seed"] = str(settings["seed"])
    return told, settings


# Files of what comes in -----------------------------------------------------------------------------------------


def rows_of(image):
    """Width, height, channels and bytes of a picture: a tensor of height, width and channels, from 0 to 1."""
    height, width, channels = (int(one) for one in image.shape)
    image = image.cpu()
    try:
        import numpy

        array = numpy.nan_to_num(image.float().numpy())
        return width, height, channels, numpy.clip(255.0 * array, 0, 255).astype(numpy.uint8).tobytes()
    except (ImportError, AttributeError):
        flat = (value for row in image.tolist() for pixel in row for value in pixel)
        data = bytes(min(255, max(0, int(255.0 * value))) if math.isfinite(value) else 0 for value in flat)
        return width, height, channels, data


def write_png(path, image, texts):
    """PNG, third edition: https://www.w3.org/TR/png-3/"""
    width, height, channels, data = rows_of(image)
    kinds = {1: 0, 2: 4, 3: 2, 4: 6}
    if channels not in kinds:
        raise ValueError(f"a picture of {channels} channels")
    line = width * channels
    packer = zlib.compressobj(4)
    packed = [packer.compress(b"\0" + data[at : at + line]) for at in range(0, len(data), line)]
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        write_chunk(file, b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kinds[channels], 0, 0, 0))
        for name, value in texts.items():
            # JSON of Python is ASCII, which a plain text chunk takes.
            write_chunk(file, b"tEXt", name.encode("latin-1", "replace")[:79] + b"\0" + json.dumps(value).encode("ascii"))
        write_chunk(file, b"IDAT", b"".join(packed) + packer.flush())
        write_chunk(file, b"IEND", b"")


def write_chunk(file, kind, content):
    file.write(struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content)))


def write_wav(path, waveform, sample_rate):
    """Sixteen bits, from a tensor of channels and samples, from -1 to 1."""
    channels = int(waveform.shape[0])
    waveform = waveform.cpu()
    try:
        import numpy

        array = numpy.nan_to_num(waveform.float().numpy()).T
        frames = (numpy.clip(array, -1, 1) * 32767).astype("<i2").tobytes()
    except (ImportError, AttributeError):
        samples = [value for sample in zip(*waveform.tolist()) for value in sample]
        frames = struct.pack(f"<{len(samples)}h", *(int(min(1, max(-1, value)) * 32767) for value in samples))
    with wave.open(path, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(int(sample_rate))
        file.writeframes(frames)


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(1024 * 1024), b""):
            digest.update(piece)
    return digest.hexdigest()


# The node -------------------------------------------------------------------------------------------------------


class SaveToDailies:
    CATEGORY = "image"
    DESCRIPTION = "Files pictures, a film or a sound as takes in Dailies, with prompt and workflow. Never fails the run: what cannot be sent waits."
    RETURN_TYPES = ()
    FUNCTION = "save"
    OUTPUT_NODE = True

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "project": ("STRING", {"default": "", "tooltip": "Name or id of the project"}),
                "scene": ("STRING", {"default": "", "tooltip": "Number of the scene, such as 012A"}),
            },
            "optional": {
                "images": ("IMAGE",),
                "video": ("VIDEO",),
                "audio": ("AUDIO",),
                "shot": ("STRING", {"default": "", "tooltip": "Code of the shot; without it the take is of the scene"}),
                "prompt_text": ("STRING", {"default": "", "multiline": True, "tooltip": "In place of the prompt in the workflow"}),
                "title": ("STRING", {"default": ""}),
                "tags": ("STRING", {"default": "", "tooltip": "Separated by commas"}),
                "status": (["GENERATED", "DRAFT", "SELECTED"],),
            },
            "hidden": {"prompt": "PROMPT", "extra_pnginfo": "EXTRA_PNGINFO", "unique_id": "UNIQUE_ID"},
        }

    def save(self, project, scene, images=None, video=None, audio=None, prompt=None, extra_pnginfo=None, unique_id=None, **said):
        """Puts each take into the spool and has it sent. Whatever goes wrong is said, and the run goes on."""
        lines = []
        try:
            texts = {} if metadata_disabled() else {"prompt": prompt, **(extra_pnginfo or {})}
            texts = {name: finite(value) for name, value in texts.items() if value is not None}
            making = {"project": project, "scene": scene, "said": said, "texts": texts, "graph": finite(prompt), "node": unique_id}
            writers = []
            for image in images if images is not None else []:
                writers.append(("IMAGE", "png", lambda path, one=image: write_png(path, one, texts)))
            if video is not None:
                writers.append(("VIDEO", "mp4", lambda path: video.save_to(path, metadata=texts or None)))
            for waveform in audio["waveform"] if audio is not None else []:
                writers.append(("AUDIO", "wav", lambda path, one=waveform: write_wav(path, one, audio["sample_rate"])))
            if not writers:
                lines.append("nothing came in: connect images, video or audio")
            for number, (kind, ending, write) in enumerate(writers):
                lines.append(spool_one(kind, ending, write, making, number))
            spool().send_soon()
        except Exception as error:
            lines.append(f"not filed: {error}")
        for line in lines:
            say(line)
        return {"ui": {"text": lines}}


def spool_one(kind, ending, write, making, number):
    """Returns what came of it, in words."""
    path = None
    try:
        if not making["project"].strip() or not making["scene"].strip():
            raise ValueError("project and scene are to be named")
        waiting = spool()
        waiting.check_room()
        path = waiting.new_path(ending)
        write(path)
        waiting.add(path, job_of(kind, path, making, number))
        return f"take {number + 1} is on its way to scene {making['scene'].strip()}"
    except Exception as error:
        if path and os.path.exists(path):
            os.remove(path)
        return f"take {number + 1} is not filed: {error}"


def job_of(kind, path, making, number):
    said = making["said"]
    told, settings = told_by_graph(making["graph"], making["node"])
    shot = (said.get("shot") or "").strip()
    name = "_".join(one for one in ("ComfyUI", making["scene"].strip(), shot, str(number + 1)) if one)
    metadata = dict(settings)
    for title, value in making["texts"].items():
        size = len(json.dumps(value))
        if size <= LARGEST_GRAPH and title in ("prompt", "workflow"):
            metadata["promptGraph" if title == "prompt" else title] = value
    prompt = (said.get("prompt_text") or "").strip() or told.get("prompt") or "No prompt in the workflow"
    capture = {
        **told,
        "prompt": prompt[:100_000],
        "assetType": kind,
        "platformKey": "comfyui",
        "status": said.get("status") or "GENERATED",
        "title": (said.get("title") or "").strip()[:1000] or name.replace("_", " "),
    }
    tags = [tag.strip()[:200] for tag in (said.get("tags") or "").split(",") if tag.strip()]
    if tags:
        capture["tags"] = tags[:100]
    if metadata:
        capture["metadata"] = metadata
    sha256 = sha256_of(path)
    return {
        "project": making["project"].strip(),
        "scene": making["scene"].strip(),
        "shot": shot,
        "sha256": sha256,
        "capture": capture,
        "provenance": {
            "source": "comfyui",
            "fileName": f"{name}.{path.rsplit('.', 1)[-1]}",
            "bytes": os.path.getsize(path),
            "sha256": sha256,
            "readFrom": ["comfyui:graph"],
        },
    }


def metadata_disabled():
    try:
        from comfy.cli_args import args

        return bool(args.disable_metadata)
    except Exception:
        return False


NODE_CLASS_MAPPINGS = {"SaveToDailies": SaveToDailies}
NODE_DISPLAY_NAME_MAPPINGS = {"SaveToDailies": "Save to Dailies"}

try:
    # What the last run left.
    if os.path.isdir(spool_folder()):
        spool().send_soon()
except Exception as start_error:
    say(f"{start_error}")
