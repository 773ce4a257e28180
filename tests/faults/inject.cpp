// A library loaded before the program (LD_PRELOAD). It counts the calls of each kind that the program makes
// while main() runs, and makes the N-th of a kind fail if POSLAB_FAULT is KIND:N. Calls made by Mesa,
// fontconfig, TBB, OpenBLAS and the C library itself do not count.
#include "tests/faults/kinds.hpp"

#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace {

using poslab::test::Fault;
using poslab::test::fault_kind;
using poslab::test::FaultCounts;

struct Range {
    std::uintptr_t begin = 0, end = 0;
};
struct Ranges {
    Range all[96];
    int count = 0;
    [[nodiscard]] bool hold(const void* address) const {
        const auto at = reinterpret_cast<std::uintptr_t>(address);
        for (int n = 0; n < count; ++n)
            if (at >= all[n].begin && at < all[n].end) return true;
        return false;
    }
};

Ranges callers;    // the program, and libraries whose calls count as its own
Ranges standard;   // libstdc++, libpng, zlib and the program's operator new, which make calls for others
Ranges operators;  // the program's operator new
std::uintptr_t program_base = 0;
FaultCounts* counts = nullptr;
int wanted_kind = -1;
std::uint64_t wanted_call = 0;
std::atomic<bool> armed{false};
std::atomic<bool> clock_is_back{false};
__attribute__((tls_model("initial-exec"))) thread_local bool inside = false;

bool is_one_of(const char* path, std::initializer_list<const char*> names) {
    const char* const slash = std::strrchr(path, '/');
    const char* const name = slash == nullptr ? path : slash + 1;
    return std::any_of(names.begin(), names.end(),
                       [&](const char* known) { return std::strncmp(name, known, std::strlen(known)) == 0; });
}
bool is_ours(const char* path) {
    return is_one_of(path, {"libpcre2", "libutf8", "libfmt", "libsndfile", "libmuparser"});
}
bool stands_for_others(const char* path) { return is_one_of(path, {"libstdc++", "libpng16", "libz."}); }

int add_module(dl_phdr_info* info, std::size_t, void*) {
    const bool program = info->dlpi_name == nullptr || *info->dlpi_name == '\0';
    if (program && program_base == 0) program_base = info->dlpi_addr;
    const bool of_others = !program && stands_for_others(info->dlpi_name);
    if (!program && !of_others && !is_ours(info->dlpi_name)) return 0;
    Ranges& ranges = of_others ? standard : callers;
    for (int n = 0; n < info->dlpi_phnum; ++n) {
        const auto& part = info->dlpi_phdr[n];
        if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0 || ranges.count == 96) continue;
        const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
        ranges.all[ranges.count++] = {begin, begin + part.p_memsz};
    }
    return 0;
}

/// Returns the address in the program that made the call, directly or through one of the `standard` ranges;
/// null if another library made it.
const void* caller_in_program(const void* caller) {
    if (!standard.hold(caller)) return callers.hold(caller) ? caller : nullptr;
    void* frames[24];
    const int found = backtrace(frames, 24);
    bool seen = false;
    for (int n = 0; n < found; ++n) {
        if (standard.hold(frames[n]))
            seen = true;
        else if (seen)
            return callers.hold(frames[n]) ? frames[n] : nullptr;
    }
    return nullptr;
}

/// True if this call must fail.
bool fails(Fault kind, const void* caller) {
    if (!armed.load(std::memory_order_relaxed) || inside) return false;
    inside = true;
    bool now = false;
    if (const void* const place = caller_in_program(caller)) {
        const auto index = static_cast<std::size_t>(kind);
        const std::uint64_t call = ++counts->calls[index];
        now = static_cast<int>(index) == wanted_kind && call == wanted_call;
        if (now) {
            ++counts->fired;
            counts->place = reinterpret_cast<std::uintptr_t>(place) - program_base;
        }
        if (now && std::getenv("POSLAB_FAULT_STOP") != nullptr) raise(SIGTRAP);  // for debugging
    }
    inside = false;
    if (now) errno = fault_kind[static_cast<std::size_t>(kind)].error;
    return now;
}

using Find = void*(void*, const char*);
Find* real_dlsym() {
    static Find* const found = [] {
        for (const char* version : {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"})
            if (void* const symbol = dlvsym(RTLD_NEXT, "dlsym", version))
                return reinterpret_cast<Find*>(symbol);
        std::abort();
    }();
    return found;
}

template <class Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(real_dlsym()(RTLD_NEXT, name));
}

/// Adds the code of the program's operator new, which is between a caller and malloc().
void add_operator(const char* symbol) {
    Dl_info info{};
    void* entry = nullptr;
    void* const code = real_dlsym()(RTLD_DEFAULT, symbol);
    if (!callers.hold(code) || dladdr1(code, &info, &entry, RTLD_DL_SYMENT) == 0) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(code);
    const Range range{begin, begin + static_cast<const ElfW(Sym)*>(entry)->st_size};
    for (Ranges* const ranges : {&standard, &operators}) ranges->all[ranges->count++] = range;
}

int (*program_main)(int, char**, char**) = nullptr;

int counted_main(int argc, char** argv, char** environment) {
    void* first_use_allocates[1];
    static_cast<void>(backtrace(first_use_allocates, 1));
    armed = counts != nullptr;
    const int code = program_main(argc, argv, environment);
    armed = false;
    return code;
}

/// Removes the variables, so that programs started by this one are not counted.
__attribute__((constructor)) void begin() {
    const char* const path = std::getenv("POSLAB_FAULT_COUNTS");
    const char* const fault = std::getenv("POSLAB_FAULT");
    if (path == nullptr) return;
    dl_iterate_phdr(add_module, nullptr);
    for (const char* symbol : {"_Znwm", "_ZnwmSt11align_val_t"}) add_operator(symbol);
    const long file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
    const long memory =
        syscall(SYS_mmap, nullptr, sizeof(FaultCounts), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file < 0 || memory < 0) std::abort();
    syscall(SYS_close, file);
    counts = reinterpret_cast<FaultCounts*>(memory);
    const char* const colon = fault == nullptr ? nullptr : std::strchr(fault, ':');
    for (std::size_t n = 0; colon != nullptr && n < fault_kind.size(); ++n)
        if (std::string_view(fault, static_cast<std::size_t>(colon - fault)) == fault_kind[n].id)
            wanted_kind = static_cast<int>(n);
    if (colon != nullptr) wanted_call = std::strtoull(colon + 1, nullptr, 10);
    unsetenv("LD_PRELOAD");
    unsetenv("POSLAB_FAULT_COUNTS");
    unsetenv("POSLAB_FAULT");
}

/// True for a file in memory: the output of a running program, which is looked at the more often the slower
/// the machine is.
bool is_in_memory(int file) {
    char name[32];
    std::snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    constexpr std::string_view begins = "/memfd:";
    char target[begins.size()];
    const long length = syscall(SYS_readlinkat, AT_FDCWD, name, target, sizeof target);
    return length > 0 && std::string_view(target, static_cast<std::size_t>(length)) == begins;
}

}  // namespace

#define CALLER __builtin_return_address(0)
#define REAL(function) static auto* const original = real<decltype(function)>(#function)

extern "C" {

void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*end)(), void* stack) {
    program_main = main;
    REAL(__libc_start_main);
    return original(counted_main, argc, argv, init, fini, end, stack);
}

void* malloc(std::size_t size) {
    const void* const caller = CALLER;
    const Fault kind = operators.hold(caller) ? Fault::memory_new : Fault::memory_malloc;
    return fails(kind, caller) ? nullptr : __libc_malloc(size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
    return fails(Fault::memory_new, CALLER) ? nullptr : __libc_memalign(alignment, size);
}
void* calloc(std::size_t count, std::size_t size) {
    return fails(Fault::memory_malloc, CALLER) ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
    return size != 0 && fails(Fault::memory_malloc, CALLER) ? nullptr : __libc_realloc(old, size);
}

#define OPEN(name)                                 \
    int name(const char* path, int flags, ...) {   \
        va_list more;                              \
        va_start(more, flags);                     \
        const mode_t mode = va_arg(more, mode_t);  \
        va_end(more);                              \
        REAL(name);                                \
        if (fails(Fault::open, CALLER)) return -1; \
        return original(path, flags, mode);        \
    }
OPEN(open)
OPEN(open64)

int openat(int folder, const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    REAL(openat);
    return fails(Fault::open, CALLER) ? -1 : original(folder, path, flags, mode);
}

#define FAILING(kind, result, name, parameters, arguments) \
    decltype(result) name parameters {                     \
        REAL(name);                                        \
        if (fails(Fault::kind, CALLER)) return result;     \
        return original arguments;                         \
    }

#define LOOKING(name, parameters, arguments)                                                \
    int name parameters {                                                                   \
        REAL(name);                                                                         \
        const void* const caller = CALLER;                                                  \
        return !is_in_memory(file) && fails(Fault::look, caller) ? -1 : original arguments; \
    }

#define NO_FILE static_cast<FILE*>(nullptr)
#define NO_FOLDER static_cast<DIR*>(nullptr)
FAILING(open, NO_FILE, fopen, (const char* path, const char* mode), (path, mode))
FAILING(open, NO_FILE, fopen64, (const char* path, const char* mode), (path, mode))
FAILING(list, NO_FOLDER, opendir, (const char* path), (path))
FAILING(list, NO_FOLDER, fdopendir, (int folder), (folder))
FAILING(list, static_cast<dirent*>(nullptr), readdir, (DIR * folder), (folder))
FAILING(list, static_cast<dirent64*>(nullptr), readdir64, (DIR * folder), (folder))
FAILING(look, -1, stat, (const char* path, struct stat* out), (path, out))
FAILING(look, -1, lstat, (const char* path, struct stat* out), (path, out))
LOOKING(fstat, (int file, struct stat* out), (file, out))
FAILING(look, -1, stat64, (const char* path, struct stat64* out), (path, out))
FAILING(look, -1, lstat64, (const char* path, struct stat64* out), (path, out))
LOOKING(fstat64, (int file, struct stat64* out), (file, out))
FAILING(look, -1, access, (const char* path, int mode), (path, mode))

#define READING(name, parameters, arguments, fewer)                  \
    ssize_t name parameters {                                        \
        REAL(name);                                                  \
        const void* const caller = CALLER;                           \
        if (is_in_memory(file)) return original arguments;           \
        if (fails(Fault::read, caller)) return -1;                   \
        if (fails(Fault::read_end, caller)) return 0;                \
        if (fails(Fault::read_short, caller)) return original fewer; \
        return original arguments;                                   \
    }
READING(read, (int file, void* out, std::size_t size), (file, out, size), (file, out, (size + 1) / 2))
READING(pread, (int file, void* out, std::size_t size, off_t at), (file, out, size, at),
        (file, out, (size + 1) / 2, at))
READING(pread64, (int file, void* out, std::size_t size, off64_t at), (file, out, size, at),
        (file, out, (size + 1) / 2, at))

std::size_t fread(void* out, std::size_t size, std::size_t count, FILE* file) {
    REAL(fread);
    return fails(Fault::read, CALLER) ? 0 : original(out, size, count, file);
}

void* mmap(void* where, std::size_t size, int rights, int flags, int file, off_t at) noexcept {
    REAL(mmap);
    return fails(Fault::map, CALLER) ? MAP_FAILED : original(where, size, rights, flags, file, at);
}

ssize_t write(int file, const void* bytes, std::size_t size) {
    REAL(write);
    const void* const caller = CALLER;
    if (fails(Fault::write, caller)) return -1;
    return original(file, bytes, fails(Fault::write_short, caller) ? (size + 1) / 2 : size);
}

std::size_t fwrite(const void* bytes, std::size_t size, std::size_t count, FILE* file) {
    REAL(fwrite);
    if (!fails(file == stdout || file == stderr ? Fault::print : Fault::write, CALLER))
        return original(bytes, size, count, file);
    file->_flags |= 0x20;  // _IO_ERR_SEEN of glibc, which ferror() returns
    return 0;
}
FAILING(print, EOF, fflush, (FILE * file), (file))

/// On Linux the descriptor is closed even if close() fails.
int close(int file) {
    REAL(close);
    const bool failing = fails(Fault::close, CALLER);
    const int closed = original(file);
    if (!failing) return closed;
    errno = EIO;
    return -1;
}
int fclose(FILE* file) {
    REAL(fclose);
    const bool failing = fails(Fault::close, CALLER);
    const int closed = original(file);
    if (!failing) return closed;
    errno = EIO;
    return EOF;
}

FAILING(rename, -1, rename, (const char* from, const char* to), (from, to))
FAILING(folder, -1, mkdir, (const char* path, mode_t mode), (path, mode))
FAILING(remove, -1, unlink, (const char* path), (path))
FAILING(remove, -1, rmdir, (const char* path), (path))
FAILING(remove, -1, remove, (const char* path), (path))
FAILING(remove, -1, unlinkat, (int folder, const char* path, int flags), (folder, path, flags))
FAILING(rights, -1, fchmod, (int file, mode_t mode), (file, mode))
FAILING(lock, -1, flock, (int file, int how), (file, how))
FAILING(memory_file, -1, memfd_create, (const char* name, unsigned flags), (name, flags))
FAILING(wait, -1, waitpid, (pid_t process, int* status, int flags), (process, status, flags))
FAILING(wait, -1, waitid, (idtype_t what, id_t id, siginfo_t* out, int flags), (what, id, out, flags))
/// A library that is missing once remains missing, and one that was found is found again.
void* dlopen(const char* path, int flags) {
    REAL(dlopen);
    static struct {
        char path[256];
        bool missing;
    } loaded[16] = {};
    static std::size_t count = 0;
    if (path == nullptr) return original(path, flags);
    for (std::size_t n = 0; n < count; ++n)
        if (std::strcmp(path, loaded[n].path) == 0)
            return loaded[n].missing ? nullptr : original(path, flags);
    const bool missing = fails(Fault::library, CALLER);
    if (count < std::size(loaded) && std::strlen(path) < sizeof loaded[0].path) {
        std::strcpy(loaded[count].path, path);
        loaded[count++].missing = missing;
    }
    return missing ? nullptr : original(path, flags);
}
FAILING(thread, EAGAIN, pthread_create,
        (pthread_t * thread, const pthread_attr_t* how, void* (*run)(void*), void* argument),
        (thread, how, run, argument))
FAILING(spawn, EAGAIN, posix_spawn,
        (pid_t * process, const char* path, const posix_spawn_file_actions_t* files,
         const posix_spawnattr_t* how, char* const words[], char* const environment[]),
        (process, path, files, how, words, environment))

int clock_gettime(clockid_t clock, timespec* out) {
    REAL(clock_gettime);
    const int answer = original(clock, out);
    if (clock != CLOCK_REALTIME) return answer;
    if (fails(Fault::clock, CALLER)) clock_is_back = true;
    if (clock_is_back) out->tv_sec -= 86'400;
    return answer;
}

// EGL is found at run time (epoxy, GLFW), so its functions are replaced when they are looked up.
#define EGL(result, name, parameters, arguments)          \
    static result(*original_##name) parameters = nullptr; \
    static result before_##name parameters { return context_fails() ? 0 : original_##name arguments; }
static bool context_fails() {
    return fails(Fault::context, reinterpret_cast<const void*>(callers.all[0].begin));
}
EGL(unsigned, eglInitialize, (void* display, int* major, int* minor), (display, major, minor))
EGL(void*, eglCreateContext, (void* display, void* config, void* shared, const int* list),
    (display, config, shared, list))
EGL(unsigned, eglMakeCurrent, (void* display, void* draw, void* read, void* context),
    (display, draw, read, context))

void* dlsym(void* library, const char* name) noexcept {
    void* const found = real_dlsym()(library, name);
    if (found == nullptr) return nullptr;
#define STAND_BEFORE(function)                                                        \
    if (std::strcmp(name, #function) == 0) {                                          \
        original_##function = reinterpret_cast<decltype(original_##function)>(found); \
        return reinterpret_cast<void*>(before_##function);                            \
    }
    STAND_BEFORE(eglInitialize)
    STAND_BEFORE(eglCreateContext)
    STAND_BEFORE(eglMakeCurrent)
    return found;
}

}  // extern "C"
