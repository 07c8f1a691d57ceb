"""The preloaded fault shim from the harness' side: its control block, and images of a power loss from what it recorded."""

import mmap
import os
import struct
from dataclasses import dataclass
from pathlib import Path

NO_SPACE_ON_WRITE, IO_ERROR_ON_WRITE, SHORT_WRITE, IO_ERROR_ON_SYNC, NO_SPACE_ON_SYNC = 1, 2, 4, 8, 16
FAULTS = {"enospc_write": NO_SPACE_ON_WRITE, "eio_write": IO_ERROR_ON_WRITE, "short_write": SHORT_WRITE,
          "eio_sync": IO_ERROR_ON_SYNC, "enospc_sync": NO_SPACE_ON_SYNC}
FOR_EVER = -1
SUFFIXES = ".obstat:.obstat-wal:.state:.state.new"
SECTOR = 512  # what a disk writes whole

WRITE, SYNC, TRUNCATE, RENAME, UNLINK, CREATE, SYNC_FOLDER = range(1, 8)
LAYOUT = struct.Struct("<QqqIiiI")  # struct Control of shim/faultshim.c
HEAD = struct.Struct("<IIQQ")       # struct Record


class Shim:
    """One control file; `environment()` is for the program that is to meet faults."""

    def __init__(self, library, folder, suffixes=SUFFIXES):
        self.library, self.folder, self.suffixes = Path(library), Path(folder), suffixes
        self.folder.mkdir(exist_ok=True)
        self.file = self.folder / "control"
        self.file.write_bytes(bytes(LAYOUT.size))
        with open(self.file, "r+b") as file:
            self.block = mmap.mmap(file.fileno(), LAYOUT.size)

    def environment(self, log=None):
        more = {"LD_PRELOAD": str(self.library), "OBSTAT_SHIM_CONTROL": str(self.file),
                "OBSTAT_SHIM_SUFFIX": self.suffixes}
        return more if log is None else {**more, "OBSTAT_SHIM_LOG": str(log)}

    def _set(self, form, offset, *values):
        struct.pack_into(form, self.block, offset, *values)

    def arm(self, fault, passes=0, strikes=1):
        self._set("<Iii", 24, 0, passes, strikes)
        self._set("<I", 24, fault)

    def disarm(self):
        self._set("<I", 24, 0)

    @property
    def struck(self):
        return struct.unpack_from("<I", self.block, 36)[0]

    @property
    def records(self):
        return struct.unpack_from("<Q", self.block, 0)[0]

    def move_clocks(self, real_seconds, boot_seconds):
        """From now on the wall clock and the clock since boot are this far ahead of the true ones."""
        self._set("<qq", 8, int(real_seconds * 10**9), int(boot_seconds * 10**9))


@dataclass
class Record:
    operation: int
    path: str
    offset: int
    data: bytes


def records(log):
    """What the shim wrote down, in order. A record that was cut short by a kill is the last."""
    found, data, at = [], Path(log).read_bytes(), 0
    while at + HEAD.size <= len(data):
        operation, path_size, offset, data_size = HEAD.unpack_from(data, at)
        end = at + HEAD.size + path_size + data_size
        if end > len(data):
            break
        path = data[at + HEAD.size:at + HEAD.size + path_size].decode()
        found.append(Record(operation, path, offset, data[end - data_size:end]))
        at = end
    return found


def apply(content, record):
    if record.operation == WRITE:
        if len(content) < record.offset:
            content.extend(bytes(record.offset - len(content)))
        content[record.offset:record.offset + len(record.data)] = record.data
    elif record.operation == TRUNCATE:
        del content[record.offset:]
        content.extend(bytes(record.offset - len(content)))
    elif record.operation == CREATE:
        content.clear()


def sectors(record):
    """A write in pieces of which a failing disk may have some and not others."""
    at = 0
    while at < len(record.data):
        size = min(len(record.data) - at, SECTOR - (record.offset + at) % SECTOR)
        yield Record(WRITE, record.path, record.offset + at, record.data[at:at + size])
        at += size


class Disk:
    """Files as they would be found after the power was cut: what was synced is there; of the rest the disk may have kept
    anything. Renames and new names count from the next sync of their folder (or of the file itself)."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.durable = {str(path): bytearray(path.read_bytes()) for path in self.folder.iterdir() if path.is_file()}
        self.loose = {}    # file -> its changes since its last sync
        self.renames = []  # (from, to, bytes of the file) since the last sync of the folder

    def take(self, record):
        if record.operation == SYNC:
            content = self.durable.setdefault(record.path, bytearray())
            for one in self.loose.pop(record.path, []):
                apply(content, one)
        elif record.operation == RENAME:
            self.renames.append((record.path, record.data.decode(), self.loose.pop(record.path, [])))
        elif record.operation == SYNC_FOLDER:
            for source, target, loose in self.renames:
                self.durable[target] = self.durable.pop(source, bytearray())
                self.loose[target] = loose
            self.renames.clear()
        elif record.operation == UNLINK:
            self.loose.pop(record.path, None)
            self.durable.pop(record.path, None)
        else:
            self.loose.setdefault(record.path, []).append(record)

    def image(self, how, random):
        """({file: content}, how many changes were lost or torn): unsynced changes `dropped`, `kept`, `torn` (the last
        ones, by sectors) or `reordered` (any of them, in order)."""
        files = {path: bytearray(content) for path, content in self.durable.items()}
        loose = {path: list(changes) for path, changes in self.loose.items()}
        lost = 0
        for source, name, changes in self.renames:
            if how == "kept" or (how != "dropped" and random.random() < 0.5):
                files[name] = files.pop(source, bytearray())
                loose[name] = changes
            else:
                loose.setdefault(source, []).extend(changes)
                lost += 1
        for path, changes in loose.items():
            content = files.setdefault(path, bytearray())
            for number, change in enumerate(changes):
                if how == "kept" or (how == "torn" and number + 1 < len(changes)):
                    apply(content, change)
                elif how == "torn" and change.operation == WRITE:
                    pieces = list(sectors(change))
                    kept = [one for one in pieces if random.random() < 0.5]
                    lost += len(kept) != len(pieces)
                    for one in kept:
                        apply(content, one)
                elif how == "reordered" and random.random() < 0.5:
                    apply(content, change)
                else:
                    lost += 1
        return files, lost


def put_in_place(folder, files):
    """Makes the folder hold these files and no others. A database keeps its inode, by which its copy is known."""
    for path in Path(folder).iterdir():
        if path.is_file() and str(path) not in files:
            path.unlink()
    for path, content in files.items():
        with open(path, "r+b" if Path(path).exists() else "wb") as file:
            file.truncate(0)
            file.write(content)


def usable(library):
    """False where programs cannot be preloaded, as under the sanitizers."""
    return bool(library) and Path(library).exists() and os.name == "posix"
