#pragma once

#include "core/attention/sources.hpp"
#include "core/encoding/plan.hpp"
#include "core/params/groups/model_source.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <array>

namespace poslab {

enum class SourceChoice { isotropic, constant, smooth, repeated, needle, file, model };
enum class MatrixHolds { weights, logits };

/// The source of queries and keys (core/attention/sources.hpp, file_vectors.hpp).
struct AttentionSourceGroup {
    SourceChoice source = SourceChoice::isotropic;
    std::int64_t seed = VectorSourceSpec{}.seed;
    double smoothness = VectorSourceSpec{}.smoothness;
    std::int64_t period = VectorSourceSpec{}.period;
    std::int64_t needle_position = VectorSourceSpec{}.needle_position;
    FileName queries{}, keys{}, values{};
    FileName matrix{};
    MatrixHolds matrix_holds = MatrixHolds::weights;
    std::int64_t layer = 0;
    OptionalReal head{0, true};  // unset: all
    bool rotated = false;
    FileName query_bias{}, key_bias{};

    static constexpr auto sources =
        choices<SourceChoice>({{SourceChoice::isotropic, "isotropic", "Random, isotropic"_tr},
                               {SourceChoice::constant, "constant", "Constant"_tr},
                               {SourceChoice::smooth, "smooth", "Smooth, AR(1)"_tr},
                               {SourceChoice::repeated, "repeated", "Repeated segment"_tr},
                               {SourceChoice::needle, "needle", "Needle"_tr},
                               {SourceChoice::file, "file", "File"_tr},
                               {SourceChoice::model, "model", "Language model"_tr}});
    static constexpr auto holdings = choices<MatrixHolds>(
        {{MatrixHolds::weights, "weights", "Weights"_tr}, {MatrixHolds::logits, "logits", "Logits"_tr}});

    static constexpr bool is_synthetic(const AttentionSourceGroup& g) {
        return g.source != SourceChoice::file && g.source != SourceChoice::constant &&
               g.source != SourceChoice::model;
    }
    static constexpr bool from_model(const AttentionSourceGroup& g) {
        return g.source == SourceChoice::model;
    }
    static constexpr bool from_file(const AttentionSourceGroup& g) { return g.source == SourceChoice::file; }
    static constexpr bool external_matrix(const AttentionSourceGroup& g) {
        return from_file(g) && !g.matrix.path.empty();
    }
    /// True if the source determines length, heads and head dimension.
    static constexpr bool is_external(const AttentionSourceGroup& g) { return from_file(g) || from_model(g); }
    static constexpr bool given_vectors(const AttentionSourceGroup& g) {
        return from_file(g) && g.matrix.path.empty();
    }

    static auto fields();
    /// Returns the parameters that choosing a model as the source sets: those of its frequencies and sizes.
    static nlohmann::json source_fills(const Value& source);
};

inline auto AttentionSourceGroup::fields() {
    using G = AttentionSourceGroup;
    constexpr Text tokens = "tokens"_tr;
    constexpr auto vectors = [](const G& g) { return !external_matrix(g); };
    return std::tuple{
        parameter(&G::source, {.id = "source",
                               .label = "Data"_tr,
                               .help = "Queries and keys: random, constant (shows positions alone), from "
                                       "files, or from a layer of a language model reading a text."_tr,
                               .domain = {.choices = sources},
                               .control = {.order = -9},
                               .expand_preset = source_fills}),
        parameter(&G::seed, shared_parameter::seed(), is_synthetic),
        parameter(&G::smoothness, shared_parameter::smoothness(),
                  [](const G& g) { return g.source == SourceChoice::smooth; }),
        parameter(&G::period,
                  {.id = "period",
                   .label = "Period"_tr,
                   .unit = tokens,
                   .help = "The segment repeats after this many tokens; each "
                           "key matches the query of the token before it."_tr,
                   .domain = {.minimum = 1, .maximum = max_tokens},
                   .control = {.spacing = Spacing::logarithmic, .order = -1}},
                  [](const G& g) { return g.source == SourceChoice::repeated; }),
        parameter(&G::needle_position,
                  {.id = "needle-position",
                   .label = "Needle position"_tr,
                   .unit = tokens,
                   .help = "Position of the key that matches the last query."_tr,
                   .domain = {.minimum = 0, .maximum = max_tokens - 1},
                   .control = {.spacing = Spacing::logarithmic, .order = -1}},
                  [](const G& g) { return g.source == SourceChoice::needle; }),
        parameter(&G::queries, shared_parameter::queries(), given_vectors),
        parameter(&G::keys, shared_parameter::keys(), given_vectors),
        parameter(&G::values,
                  {.id = "values",
                   .label = "Values"_tr,
                   .help = "Values, shaped like the keys; if given, the attention output is computed."_tr,
                   .control = {.listed = Listed::rare, .order = -2}},
                  given_vectors),
        parameter(&G::matrix,
                  {.id = "matrix",
                   .label = "Matrix"_tr,
                   .help = "Weights or logits computed elsewhere, [L,L], "
                           "[H,L,L] or [N,H,L,L], shown unchanged."_tr,
                   .control = {.order = -2},
                   .expand_preset = matrix_fills,
                   .accepts = holds_matrix},
                  from_file),
        parameter(&G::matrix_holds,
                  {.id = "matrix-holds",
                   .label = "Contents"_tr,
                   .help = "The matrix contains weights, or logits before the softmax."_tr,
                   .domain = {.choices = holdings},
                   .control = {.order = -2}},
                  external_matrix),
        parameter(&G::layer, shared_parameter::layer(), is_external),
        parameter(&G::head, shared_parameter::head()),
        parameter(&G::rotated, shared_parameter::rotated(), given_vectors),
        parameter(&G::query_bias, shared_parameter::query_bias(), vectors),
        parameter(&G::key_bias, shared_parameter::key_bias(), vectors),
    };
}

}  // namespace poslab
