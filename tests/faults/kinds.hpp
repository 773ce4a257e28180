#pragma once

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace poslab::test {

/// A kind of call that can be made to fail, and the resulting error.
struct FaultKind {
    const char* id;
    const char* what;
    int error;
};

enum class Fault {
    memory_new,
    memory_malloc,
    open,
    look,
    list,
    read,
    read_short,
    read_end,
    map,
    write,
    write_short,
    print,
    close,
    rename,
    folder,
    remove,
    rights,
    lock,
    thread,
    library,
    context,
    spawn,
    wait,
    memory_file,
    clock,
    count
};
inline constexpr std::size_t fault_kinds = static_cast<std::size_t>(Fault::count);

inline constexpr std::array<FaultKind, fault_kinds> fault_kind{{
    {"new", "memory: `operator new`", ENOMEM},
    {"malloc", "memory: `malloc`, `calloc`, `realloc`", ENOMEM},
    {"open", "opening a file", EIO},
    {"look", "asking for a file (`stat`, `access`)", EIO},
    {"list", "listing a folder", EIO},
    {"read", "reading", EIO},
    {"read-short", "reading: half of the requested bytes arrive", 0},
    {"read-end", "reading: the file ends too early", 0},
    {"map", "mapping a file or memory (`mmap`)", ENOMEM},
    {"write", "writing: the disk is full", ENOSPC},
    {"write-short", "writing: half of it is taken", 0},
    {"print", "standard output and error: the disk is full", ENOSPC},
    {"close", "closing a file", EIO},
    {"rename", "renaming", EIO},
    {"folder", "making a folder", ENOSPC},
    {"remove", "removing a file or folder", EIO},
    {"rights", "setting a file's rights", EPERM},
    {"lock", "locking a file", ENOLCK},
    {"thread", "starting a thread", EAGAIN},
    {"library", "loading a library (`dlopen`)", 0},
    {"context", "EGL: a display, a context or a surface", 0},
    {"spawn", "starting a program", EAGAIN},
    {"wait", "waiting for a program", ECHILD},
    {"memory-file", "a file in memory (`memfd_create`)", EMFILE},
    {"clock", "the clock is set back by a day", 0},
}};

/// Shared memory of the library and the test, in a file named by POSLAB_FAULT_COUNTS: it survives any end of
/// the program.
struct FaultCounts {
    std::array<std::atomic<std::uint64_t>, fault_kinds> calls;
    std::atomic<std::uint64_t> fired;  // number of injected failures
    std::atomic<std::uint64_t> place;  // address of the failed call in the program's file, for addr2line
};

}  // namespace poslab::test
