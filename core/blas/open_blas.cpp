#include "core/blas/open_blas.hpp"

#include "core/base/errors.hpp"

#include <cblas.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace poslab {

struct OpenBlas::Functions {
    decltype(&cblas_sgemm) sgemm;
    decltype(&cblas_dtrmv) dtrmv;
    decltype(&cblas_dtrsv) dtrsv;
    decltype(&openblas_set_num_threads) set_threads;
    decltype(&openblas_get_num_threads) threads;
    decltype(&openblas_get_config) config;
    decltype(&openblas_get_corename) core;
};

namespace {

constexpr const char* library = "libopenblas.so.0";

const char* code_for_this_processor() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return "SkylakeX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
    return nullptr;
}

// Threads are started by the first multithreaded product: without memory for their stacks the library does
// not notice that they are missing, and waits for them at the end.
constexpr const char *threads_variable = "OPENBLAS_NUM_THREADS", *one_thread = "1";

void choose_code() {
    if (const char* code = code_for_this_processor()) setenv("OPENBLAS_CORETYPE", code, 0);
}

// Makes the library start one thread. Restores the environment at the end; changes nothing if
// OpenBlas::set_environment() was called.
class SingleThread {
  public:
    SingleThread() {
        const char* const before = std::getenv(threads_variable);
        if (before != nullptr) before_ = before;
        set_ = before_ != one_thread;
        if (set_) setenv(threads_variable, one_thread, 1);
    }
    ~SingleThread() {
        if (!set_) return;
        before_ ? setenv(threads_variable, before_->c_str(), 1) : unsetenv(threads_variable);
    }
    SingleThread(const SingleThread&) = delete;
    SingleThread& operator=(const SingleThread&) = delete;

  private:
    std::optional<std::string> before_;
    bool set_ = false;
};

template <class Function>
void find(void* handle, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    if (function == nullptr)
        throw Unavailable(fmt::format("{} has no {}: matrix products need it", library, name));
}

/// If the process has already loaded it (as NumPy in Python does), loads a separate copy, because the code of
/// the existing one is already selected and its threads are not under our control.
void* load() {
    void* const others = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
    void* const own = others == nullptr ? nullptr : dlmopen(LM_ID_NEWLM, library, RTLD_NOW);
    if (others != nullptr) dlclose(others);
    static_cast<void>(dlerror());  // forgets the failures of other libraries
    return own != nullptr ? own : dlopen(library, RTLD_NOW | RTLD_LOCAL);
}

/// Throws Unavailable if a limit of the address space leaves no room for the library and its buffers:
/// OpenBLAS 0.3.29 tries to allocate them without end.
void check_address_space() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    constexpr std::size_t needed = std::size_t{256} << 20U;
    void* const room = mmap(nullptr, needed, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        throw Unavailable(
            "OpenBLAS needs 256 MiB of address space, more than `ulimit -v` leaves; matrix products need it");
    munmap(room, needed);
}

}  // namespace

void OpenBlas::set_environment() {
    choose_code();
    setenv(threads_variable, one_thread, 1);
}

OpenBlas::OpenBlas() {
    choose_code();
    const SingleThread single;
    check_address_space();
    void* const handle = load();
    if (handle == nullptr) {
        const char* const reason = dlerror();
        throw Unavailable(fmt::format("{}; matrix products need it (Debian: libopenblas0)",
                                      reason == nullptr ? library : reason));
    }
    static Functions functions;
    find(handle, "cblas_sgemm", functions.sgemm);
    find(handle, "cblas_dtrmv", functions.dtrmv);
    find(handle, "cblas_dtrsv", functions.dtrsv);
    find(handle, "openblas_set_num_threads", functions.set_threads);
    find(handle, "openblas_get_num_threads", functions.threads);
    find(handle, "openblas_get_config", functions.config);
    find(handle, "openblas_get_corename", functions.core);
    functions_ = &functions;
    functions.set_threads(1);
}

const OpenBlas& OpenBlas::loaded() {
    static const OpenBlas blas;
    return blas;
}

std::string OpenBlas::name() const {
    const std::string_view config = functions_->config();  // "OpenBLAS 0.3.21 …"
    return fmt::format("{} {}", config.substr(0, config.find(' ', config.find(' ') + 1)), functions_->core());
}

void OpenBlas::multiply(const Product& p) const {
    const auto n = [](std::int64_t size) { return static_cast<blasint>(size); };
    const auto op = [](bool transposed) { return transposed ? CblasTrans : CblasNoTrans; };
    functions_->sgemm(CblasRowMajor, op(p.a_transposed), op(p.b_transposed), n(p.rows), n(p.columns),
                      n(p.dim), p.alpha, p.a, n(p.a_stride), p.b, n(p.b_stride), p.beta, p.out,
                      n(p.out_stride));
}

void OpenBlas::product(std::int64_t rows, std::int64_t columns, std::int64_t dim, const float* a,
                       const float* b, float* out) const {
    multiply({rows, columns, dim, a, dim, false, b, dim, true, out, columns});
}

void OpenBlas::product_on(int threads, std::int64_t rows, std::int64_t columns, std::int64_t dim,
                          const float* a, const float* b, float* out) const {
    const int before = functions_->threads();
    functions_->set_threads(threads);
    product(rows, columns, dim, a, b, out);
    functions_->set_threads(before);
}

void OpenBlas::multiply_lower(std::int64_t size, const double* matrix, double* x) const {
    const auto n = static_cast<blasint>(size);
    functions_->dtrmv(CblasColMajor, CblasLower, CblasNoTrans, CblasUnit, n, matrix, n, x, 1);
}

void OpenBlas::solve_lower(std::int64_t size, const double* matrix, double* x) const {
    const auto n = static_cast<blasint>(size);
    functions_->dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, matrix, n, x, 1);
}

}  // namespace poslab
