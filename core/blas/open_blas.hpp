#pragma once

#include <cstdint>
#include <string>

namespace poslab {

/// OpenBLAS: products of the language model, and the measure of a product's floor. It is loaded when it is wanted, not with the
/// program: its start costs as much as a whole `plot`, and it reads which processor it is to use only then. Where that processor is
/// newer than the library it would fall back to code of 2004; so it is told by what the processor can do, unless
/// OPENBLAS_CORETYPE says otherwise. Its threads start with the first product on several.
class OpenBlas {
  public:
    /// Throws Unavailable where the library is missing.
    [[nodiscard]] static const OpenBlas& loaded();

    /// Version and which of its codes runs: "OpenBLAS 0.3.21 SkylakeX".
    [[nodiscard]] std::string name() const;

    /// out = alpha op(a) op(b) + beta out, out [rows, columns], op(a) [rows, dim], op(b) [dim, columns], all row-major with rows
    /// that are `a_stride`, `b_stride`, `out_stride` numbers apart; op transposes where it is said. On the thread that calls.
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

    /// out [rows, columns] = a [rows, dim] b[columns, dim]^T, on the thread that calls.
    void product(std::int64_t rows, std::int64_t columns, std::int64_t dim, const float* a, const float* b, float* out) const;
    /// The same on `threads` of its own.
    void product_on(int threads, std::int64_t rows, std::int64_t columns, std::int64_t dim, const float* a, const float* b,
                    float* out) const;

    /// x = L x of the lower triangle L of `matrix` [size, size] by columns, its diagonal taken as 1, on the thread that calls.
    void multiply_lower(std::int64_t size, const double* matrix, double* x) const;
    /// x = L^-1 x, with its own diagonal.
    void solve_lower(std::int64_t size, const double* matrix, double* x) const;

  private:
    OpenBlas();
    struct Functions;
    const Functions* functions_;
};

}  // namespace poslab
