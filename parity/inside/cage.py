"""What keeps a child from doing harm: the strongest of three rungs that this machine lets it stand on.

1. Namespaces of its own for users, mounts, processes, the network and messages; every file system read-only.
2. A user without rights, where it was started by root.
3. Limits on memory, time, files and processes, and a hook that refuses what touches the world outside the process.

A lower rung holds in a higher one as well.
"""

import ctypes
import os
import resource
import signal
import sys
from typing import Any

_NEWNS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = 0x20000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
_PRIVATE, _RECURSIVE, _HERE, _MOUNT_SETATTR, _READ_ONLY = 0x40000, 0x8000, -100, 442, 1
_MOUNT_REC = 0x4000
_DUMPABLE, _DEATH_SIGNAL = 4, 1
_NOBODY = 65534
_FORBIDDEN = (
    "ctypes.", "ftplib.", "http.", "imaplib.", "mmap.", "os.chmod", "os.chown", "os.exec", "os.fork", "os.forkpty", "os.kill", "os.killpg",
    "os.link", "os.mkdir", "os.posix_spawn", "os.putenv", "os.remove", "os.rename", "os.rmdir", "os.setxattr", "os.spawn", "os.symlink",
    "os.system", "os.truncate", "os.unsetenv", "os.utime", "pty.", "resource.setrlimit", "resource.prlimit", "shutil.", "signal.", "smtplib.",
    "socket.", "sqlite3.", "subprocess.", "syslog.", "telnetlib.", "tempfile.", "urllib.", "webbrowser.",
)  # fmt: skip


class ForbiddenError(PermissionError):
    """Code under test reached for the world outside its process."""


def caged(memory: int, seconds: int, lowest: int = 1) -> int:
    """Stand on the strongest rung from *lowest* on (1 is the strongest); return which it is. Memory in bytes, time in seconds of CPU."""
    libc = ctypes.CDLL(None, use_errno=True)
    rung = 3
    if lowest <= 2 and os.geteuid() == 0 and _without_rights(libc):  # noqa: PLR2004  the second rung
        rung = 2
    if lowest <= 1 and _apart(libc):
        rung = 1
    _limited(memory, seconds)
    sys.addaudithook(_refuse)
    return rung


def _without_rights(libc: ctypes.CDLL) -> bool:
    try:
        os.setgroups([])
        os.setresgid(_NOBODY, _NOBODY, _NOBODY)
        os.setresuid(_NOBODY, _NOBODY, _NOBODY)
    except OSError:
        return False
    libc.prctl(_DUMPABLE, 1, 0, 0, 0)  # else what it is in /proc belongs to root
    return True


def _apart(libc: ctypes.CDLL) -> bool:
    """Move into namespaces of its own, and go on there as a child of this process, which waits for it."""
    user, group = os.getuid(), os.getgid()
    if not _can(libc, user, group):
        return False
    libc.unshare(_NEWUSER | _NEWNS | _NEWPID | _NEWNET | _NEWIPC)
    _mapped(user, group)
    if not _read_only(libc):
        return False
    inner = os.fork()
    if inner:
        _, status = os.waitpid(inner, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    libc.prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    return True


def _can(libc: ctypes.CDLL, user: int, group: int) -> bool:
    """Whether all of it works here, tried in a process that is thrown away: half of it would be worse than nothing."""
    trial = os.fork()
    if not trial:
        worked = False
        try:
            if libc.unshare(_NEWUSER | _NEWNS | _NEWPID | _NEWNET | _NEWIPC) == 0:
                _mapped(user, group)
                worked = _read_only(libc)
        finally:
            os._exit(0 if worked else 1)
    _, status = os.waitpid(trial, 0)
    return status == 0


def _mapped(user: int, group: int) -> None:
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        file = os.open(f"/proc/self/{name}", os.O_WRONLY)
        os.write(file, text.encode())
        os.close(file)


def _read_only(libc: ctypes.CDLL) -> bool:
    if libc.mount(None, b"/", None, ctypes.c_ulong(_MOUNT_REC | _PRIVATE), None) != 0:
        return False
    wanted = (ctypes.c_uint64 * 4)(_READ_ONLY, 0, 0, 0)
    return bool(libc.syscall(_MOUNT_SETATTR, _HERE, b"/", _RECURSIVE, ctypes.byref(wanted), ctypes.sizeof(wanted)) == 0)


def _limited(memory: int, seconds: int) -> None:
    limits = {resource.RLIMIT_AS: memory, resource.RLIMIT_CPU: seconds, resource.RLIMIT_FSIZE: 0, resource.RLIMIT_CORE: 0}
    limits |= {resource.RLIMIT_NOFILE: 64, resource.RLIMIT_NPROC: 0}
    for kind, most in limits.items():
        _, hard = resource.getrlimit(kind)
        wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (wanted, wanted))


def _refuse(event: str, args: tuple[Any, ...]) -> None:
    if event == "open":
        mode, flags = args[1], args[2]
        writes = isinstance(mode, str) and any(letter in mode for letter in "wax+")
        if writes or (isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)):
            raise ForbiddenError(f"opening {args[0]!r} to write")
    elif event.startswith(_FORBIDDEN):
        raise ForbiddenError(event)
