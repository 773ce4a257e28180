#include "core/conformance/test_vectors.hpp"

#include "core/base/utf8_parts.hpp"
#include "core/conformance/example.hpp"
#include "core/conformance/vector_tolerances.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <span>
#include <string>

namespace poslab {

namespace {

constexpr std::int64_t tokens = 16;

/// Returns small positions, round ones and the last ones.
std::vector<double> positions_to_test(std::int64_t length) {
    std::vector<double> all;
    for (const std::int64_t position :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{100},
          std::int64_t{257}, std::int64_t{2049}, length / 2, length - 1})
        if (position >= 0 && position < length) all.push_back(static_cast<double>(position));
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

std::span<double> row_of(std::vector<double>& matrix, std::int64_t row, std::int64_t columns) {
    return std::span(matrix).subspan(static_cast<std::size_t>(row * columns),
                                     static_cast<std::size_t>(columns));
}

std::vector<double> causal_logits(const Implementation& right, std::vector<double> queries,
                                  std::vector<double> keys) {
    const std::int64_t dim = right.rotary.dim;
    const double scale = right.softmax_scale * right.scale_of_logits(dim);
    for (std::int64_t token = 0; token < tokens; ++token)
        for (auto* const matrix : {&queries, &keys})
            right.rotate(row_of(*matrix, token, dim), static_cast<double>(token));
    std::vector<double> logits;
    for (std::int64_t i = 0; i < tokens; ++i)
        for (std::int64_t j = 0; j < tokens; ++j) {
            const std::span<double> q = row_of(queries, i, dim), k = row_of(keys, j, dim);
            double sum = 0;
            for (std::size_t d = 0; d < q.size(); ++d) sum += q[d] * k[d];
            logits.push_back(j > i ? -std::numeric_limits<double>::infinity()
                                   : scale * right.query_scaling.at(static_cast<double>(i)) * sum);
        }
    return logits;
}

/// Adds cos_sin_tolerance_float32 etc., one number each.
void add_tolerances(const Implementation& right, const ToleranceInputs& inputs,
                    std::vector<TestVector>& vectors) {
    for (const std::string format : {"float32", "bfloat16"}) {
        const VectorTolerances tolerances = vector_tolerances(right, inputs, format);
        vectors.push_back({"cos_sin_tolerance_" + format, {}, {tolerances.cos_sin}});
        vectors.push_back({"after_tolerance_" + format, {}, {tolerances.after}});
        vectors.push_back({"logits_tolerance_" + format, {}, {tolerances.logits}});
    }
}

std::string number_text(double value) {
    return std::isinf(value) ? std::string("-INFINITY") : fmt::format("{:.17g}", value);
}

std::string constant_text(const TestVector& vector, const std::string& name) {
    return fmt::format("\nstatic const double {}_{} = {:.3g};\n", name, vector.name, vector.values.front());
}

std::string array_text(const TestVector& vector, const std::string& name) {
    std::string text = fmt::format("\n/* [{}] */\nstatic const double {}_{}[{}] = {{",
                                   fmt::join(vector.shape, ", "), name, vector.name, vector.values.size());
    for (std::size_t n = 0; n < vector.values.size(); ++n)
        text += (n % 6 == 0 ? "\n    " : " ") + number_text(vector.values[n]) + ",";
    return text + "\n};\n";
}

/// Returns text for one line of a C comment: without control characters, among them the line feed that a
/// backslash would join to the next line, and without the marks that begin and end a comment.
std::string in_comment(std::string_view line) {
    std::string text = without_controls(line);
    for (const std::string_view mark : {"*/", "/*"})
        for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos;) text.insert(++at, " ");
    return text;
}

std::string head_comment(const Implementation& right, const VectorsOrigin& origin) {
    const RotarySpec& spec = right.rotary;
    std::string text = fmt::format("/* {}\n *\n", in_comment(origin.made_by));
    text += fmt::format(" * pairs: {}{}\n", pairing_text(right.pairing),
                        origin.assumes_pairing ? "; assumed, since no option and no config says it" : "");
    text += fmt::format(" * rotary dimensions: the {} {} of {}\n",
                        right.rope_dims == RotaryDims::last ? "last" : "first", right.rotary_dim, spec.dim);
    text += fmt::format(" * base: {:g}; scaling: {}", spec.base, spec.scaling->id);
    if (spec.is_scaled())
        text += fmt::format(", factor {:g}, trained length {}", spec.factor, spec.train_length);
    text += fmt::format("; length: {}\n", spec.length);
    text += fmt::format(" * attention factor, in cos and sin: {:.9g}; softmax scale, in logits: {:.9g}\n",
                        right.attention_factor, right.softmax_scale * right.scale_of_logits(spec.dim));
    return text +
           " *\n"
           " * Tolerances are absolute, each the largest of its array, for programs whose frequencies and "
           "angles are float32.\n"
           " * They are the rounding of the angle, which grows with the position, and of the operations; in "
           "bfloat16 the\n"
           " * inputs, cos, sin and results are rounded to 8 bits.\n"
           " */\n";
}

}  // namespace

std::vector<TestVector> test_vectors(const Implementation& right) {
    const std::int64_t dim = right.rotary.dim, pairs = right.pairs();
    const std::vector<double> positions = positions_to_test(right.rotary.length);
    const auto count = std::ssize(positions);
    std::vector<double> cosines, sines;
    for (const double position : positions)
        for (std::int64_t pair = 0; pair < pairs; ++pair) {
            cosines.push_back(right.amplitude() * std::cos(right.phase(position, pair)));
            sines.push_back(right.amplitude() * std::sin(right.phase(position, pair)));
        }
    const std::vector<double> before = drawn_numbers(0, count * dim),
                              queries = drawn_numbers(1, tokens * dim), keys = drawn_numbers(2, tokens * dim);
    std::vector<double> after = before;
    for (std::int64_t row = 0; row < count; ++row)
        right.rotate(row_of(after, row, dim), positions[static_cast<std::size_t>(row)]);
    std::vector<TestVector> vectors{{"positions", {count}, positions},
                                    {"inverse_frequency", {pairs}, right.inverse_frequency},
                                    {"attention_factor", {1}, {right.attention_factor}},
                                    {"cos", {count, pairs}, cosines},
                                    {"sin", {count, pairs}, sines},
                                    {"before", {count, dim}, before},
                                    {"after", {count, dim}, after},
                                    {"queries", {tokens, dim}, queries},
                                    {"keys", {tokens, dim}, keys},
                                    {"logits", {tokens, tokens}, causal_logits(right, queries, keys)}};
    add_tolerances(right, {positions, before, queries, keys}, vectors);
    return vectors;
}

std::string pairing_text(Pairing pairing) {
    return pairing == Pairing::gpt_j ? "(2p, 2p + 1), as in GPT-J" : "(p, p + d/2), as in GPT-NeoX";
}

bool is_identifier(std::string_view name) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), [&](char c) {
        return is_letter(c) || c == '_' || (c >= '0' && c <= '9');
    });
}

std::string identifier_of_file(const std::string& path) {
    std::string name = std::filesystem::path(path).stem().string();
    for (char& c : name)
        if (!is_identifier("a" + std::string(1, c))) c = '_';
    return is_identifier(name) ? name : "v_" + name;
}

std::string test_vectors_header(const std::vector<TestVector>& vectors, const Implementation& right,
                                const VectorsOrigin& origin) {
    std::string guard = origin.name + "_H";
    std::transform(guard.begin(), guard.end(), guard.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    std::string text =
        head_comment(right, origin) + fmt::format("#ifndef {0}\n#define {0}\n\n#include <math.h>\n", guard);
    for (const TestVector& vector : vectors)
        text += vector.shape.empty() ? constant_text(vector, origin.name) : array_text(vector, origin.name);
    return text + "\n#endif\n";
}

}  // namespace poslab
