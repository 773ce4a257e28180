#pragma once

#include <cstdint>
#include <string>

namespace poslab {

/// OpenBLAS: matrix products of the language model, and the benchmark of a product's minimal time. It is
/// loaded on first use, because its start takes as long as a whole `plot`.
/// It detects the processor only then, and would fall back to code of 2004 on a processor newer than the
/// library, so the code is selected by the processor's capabilities unless OPENBLAS_CORETYPE is set. Its
/// threads start with the first multithreaded product.
class OpenBlas {
  public:
    /// Sets what the library reads from the environment when it is loaded. A program calls it before its
    /// first thread starts: other threads must not read the environment meanwhile.
    static void set_environment();

    /// Throws Unavailable if the library is missing.
    [[nodiscard]] static const OpenBlas& loaded();

    /// Returns the version and the selected code: "OpenBLAS 0.3.21 SkylakeX".
    [[nodiscard]] std::string name() const;

    /// out = alpha op(a) op(b) + beta out, out [rows, columns], op(a) [rows, dim], op(b) [dim, columns], all
    /// row-major with rows `a_stride`, `b_stride`, `out_stride` numbers apart; op transposes if requested.
    /// Runs on the calling thread.
    struct Product {
        std::int64_t rows = 0, columns = 0, dim = 0;
        const float* a = nullptr;
        std::int64_t a_stride = 0;
        bool a_transposed = false;
        const float* b = nullptr;
        std::int64_t b_stride = 0;
        bool b_transposed = false;
        float* out = nullptr;
        std::int64_t out_stride = 0;
        float alpha = 1, beta = 0;
    };
    void multiply(const Product& product) const;

    /// out [rows, columns] = a [rows, dim] b[columns, dim]^T, on the calling thread.
    void product(std::int64_t rows, std::int64_t columns, std::int64_t dim, const float* a, const float* b,
                 float* out) const;
    /// The same on `threads` threads.
    void product_on(int threads, std::int64_t rows, std::int64_t columns, std::int64_t dim, const float* a,
                    const float* b, float* out) const;

    /// x = L x for the lower triangle L of `matrix` [size, size] by columns, with unit diagonal, on the
    /// calling thread.
    void multiply_lower(std::int64_t size, const double* matrix, double* x) const;
    /// x = L^-1 x, with the matrix's own diagonal.
    void solve_lower(std::int64_t size, const double* matrix, double* x) const;

  private:
    OpenBlas();
    struct Functions;
    const Functions* functions_;
};

}  // namespace poslab
