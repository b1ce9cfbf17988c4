"""Steps into a cage in which code with all its dependencies can live, and becomes a command there.

Rung 1: namespaces of its own for users, mounts, processes, the network and messages; every file system read-only but one folder; no
capability left, and none to be had; sockets of the system's services out of sight. Rung 3: limits on memory, time and the size of files.
"""

import ctypes
import fcntl
import json
import os
import resource
import signal
import struct
import sys
from pathlib import Path
from typing import Any

_NEWNS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = 0x20000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
_BIND, _RECURSIVE, _PRIVATE, _RELATIVE, _SETATTR, _READ_ONLY, _BELOW = 0x1000, 0x4000, 0x40000, -100, 442, 1, 0x8000
_DEATH_SIGNAL, _BOUNDING_DROP, _NO_NEW_PRIVILEGES = 1, 24, 38
_CAPABILITIES, _CAPABILITY_VERSION = 64, 0x20080522
_INTERNET, _DATAGRAMS, _INTERFACE_FLAGS, _UP = 2, 2, 0x8914, 0x41
_SERVICES = ("/run", "/var/run")
_NO_CAGE = 97  # exit code: this machine has no such rung


def main(job: dict[str, Any]) -> None:
    """Stand on the rung that *job* names, and become its command."""
    libc = ctypes.CDLL(None, use_errno=True)
    if job["rung"] == 1 and not _is_apart(libc, job["scratch"], job["tree"]):
        os._exit(_NO_CAGE)
    _limited(job["memory"], job["seconds"])
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    os.chdir(job["folder"])
    os.execvpe(job["command"][0], job["command"], job["env"])  # noqa: S606  a command of the user's own


def _is_apart(libc: ctypes.CDLL, scratch: str, tree: str) -> bool:
    """Move into namespaces, and go on there in a process that is not the first of them; return whether all of that worked."""
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_NEWUSER | _NEWNS | _NEWPID | _NEWNET | _NEWIPC) != 0:
        return False
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        file = os.open(f"/proc/self/{name}", os.O_WRONLY)
        os.write(file, text.encode())
        os.close(file)
    if not _is_read_only(libc, scratch, tree):
        return False
    _up(libc)
    _followed()
    libc.prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    _followed()
    return _has_no_capability(libc)


def _is_read_only(libc: ctypes.CDLL, scratch: str, tree: str) -> bool:
    if libc.mount(None, b"/", None, ctypes.c_ulong(_RECURSIVE | _PRIVATE), None) != 0 or not _set(libc, "/", set_to=_READ_ONLY):
        return False
    libc.mount(b"tmpfs", b"/dev/shm", b"tmpfs", ctypes.c_ulong(0), b"size=512m")  # the memory of processes that work together
    for folder in {Path(one).resolve() for one in _SERVICES if Path(one).is_dir()}:
        if not any(Path(one).resolve().is_relative_to(folder) for one in (scratch, tree, sys.prefix)):
            libc.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", ctypes.c_ulong(1), None)
    place = os.fsencode(scratch)
    return bool(libc.mount(place, place, None, ctypes.c_ulong(_BIND), None) == 0 and _set(libc, scratch, clear=_READ_ONLY))


def _set(libc: ctypes.CDLL, path: str, *, set_to: int = 0, clear: int = 0) -> bool:
    wanted = (ctypes.c_uint64 * 4)(set_to, clear, 0, 0)
    flags = _BELOW if path == "/" else 0
    return bool(libc.syscall(_SETATTR, _RELATIVE, os.fsencode(path), flags, ctypes.byref(wanted), ctypes.sizeof(wanted)) == 0)


def _up(libc: ctypes.CDLL) -> None:
    """Let processes of this network talk to each other."""
    held = libc.socket(_INTERNET, _DATAGRAMS, 0)
    fcntl.ioctl(held, _INTERFACE_FLAGS, struct.pack("16sh14x", b"lo", _UP))
    os.close(held)


def _followed() -> None:
    """Go on in a child, and wait for it."""
    inner = os.fork()
    if inner:
        while True:
            ended, status = os.wait()
            if ended == inner:
                os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _has_no_capability(libc: ctypes.CDLL) -> bool:
    for one in range(_CAPABILITIES):
        libc.prctl(_BOUNDING_DROP, one, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    return bool(libc.capset(ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)())) == 0)


def _limited(memory: int, seconds: int) -> None:
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 2 << 30),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 4096),
    ):
        _, hard = resource.getrlimit(kind)
        wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (wanted, wanted))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
