// Markup of formulas: a layout with finite numbers and the same formula in LaTeX, MathML and Unicode, or a
// FormulaError.
#include "core/figure/formula.hpp"
#include "core/figure/formula_mathml.hpp"
#include "core/figure/text_flow.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <cmath>

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    return {"p(\\Delta) &= w + (\\Delta - w)/k \\\\ &= \\live{256}",
            "\\frac{1}{\\sqrt{d}} \\sum_{i=0}^{n-1} x_i'",
            "\\left\\lfloor x \\right\\rceil \\le 65,536",
            "\\begin{cases} a & \\text{if 猫} \\\\ b & c \\end{cases}",
            "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix} \\operatorname{so} \\mathrm{d}x",
            "Δ − 10⁷ ≤ ∞"};
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"\\frac{",
            "\\sqrt{",
            "\\sum",
            "\\left(",
            "\\right)",
            "\\left.",
            "\\begin{cases}",
            "\\end{cases}",
            "\\begin{matrix}",
            "\\end{matrix}",
            "\\text{",
            "\\live{",
            "\\operatorname{",
            "\\mathrm{",
            "_{",
            "^{",
            "&",
            "\\\\",
            "\\,",
            "\\quad",
            "\\lfloor",
            "\\infty",
            "'",
            "}",
            "65,536"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = test::input_text(data, size);
    try {
        const Formula formula = parse_formula(text);
        for (const double width : {0.0, 40.0}) {
            const FormulaBox box = layout_formula(formula, fixed_width_metrics(), {17, {}, {}, width});
            test::require(
                std::isfinite(box.width) && std::isfinite(box.height) && std::isfinite(box.baseline),
                "a box that is not finite");
            test::require(box.width >= 0 && box.height >= 0, "a box of negative size");
        }
        test::require(!byte_that_is_not_utf8(text), "a formula with invalid UTF-8 is accepted");
        static_cast<void>(latex_of(text));
        static_cast<void>(mathml_of(text, true));
        static_cast<void>(plain_text_of(text));
    } catch (const FormulaError& error) {
        test::require(error.position() <= size && !std::string_view(error.what()).empty(),
                      "an error without a location");
    }
    return 0;
}
