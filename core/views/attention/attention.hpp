#pragma once

// Inside of the view `attention`: what queries attend to under a position map, a scaling and a bias
// (docs/formulas.md §4.1).

#include "core/attention/attention_spec.hpp"
#include "core/attention/file_vectors.hpp"
#include "core/attention/given_matrix.hpp"
#include "core/engine/attention.hpp"
#include "core/params/groups/attention_source.hpp"
#include "core/params/groups/axes.hpp"
#include "core/params/groups/bias.hpp"
#include "core/params/groups/lengths.hpp"
#include "core/params/groups/model_source.hpp"
#include "core/params/groups/position_map.hpp"
#include "core/params/groups/rotary.hpp"
#include "core/params/groups/shared_parameters.hpp"
#include "core/params/groups/window.hpp"
#include "core/views/described.hpp"
#include "core/views/matrix_window.hpp"
#include "core/views/model_layer.hpp"
#include "core/views/position_map_words.hpp"
#include "core/views/view_of.hpp"

#include <array>
#include <mutex>
#include <optional>

namespace poslab {

namespace attention {

/// Where queries and keys come from, and which model where they are one's.
struct VectorsGroup : AttentionSourceGroup, ModelSourceGroup {};

/// A preset's or a config's length may be a million, and what is computed grows with its square.
struct AttentionLengths : LengthsGroup {
    static constexpr double max_filled = 16'384;
};

}  // namespace attention

template <>
const ParameterRows& rows_of<attention::VectorsGroup>();
template <>
const ParameterRows& rows_of<attention::AttentionLengths>();

}  // namespace poslab

namespace poslab::attention {

enum class Show { logits, weights, near, far, difference };
enum class Scale { linear, log };

/// How logits become weights, and what of them is shown.
struct AttentionGroup {
    bool log_n = false;
    double temperature = 1;
    Show show = Show::weights;
    Scale scale = Scale::log;
    OptionalReal row{};  // unset: the last

    /// One of the two passes that are merged at w.
    [[nodiscard]] bool shows_a_pass() const { return show == Show::near || show == Show::far; }
    /// Logits, of both passes or of one; else what the softmax made of them.
    [[nodiscard]] bool shows_logits() const { return show == Show::logits || shows_a_pass(); }

    static constexpr auto shows = choices<Show>({{Show::logits, "logits", "Logits"_tr},
                                                 {Show::weights, "weights", "Weights"_tr},
                                                 {Show::near, "near", "Near pass a₁"_tr},
                                                 {Show::far, "far", "Far pass a₂"_tr},
                                                 {Show::difference, "difference", "Difference from RoPE"_tr}});
    static constexpr auto scales = choices<Scale>({{Scale::linear, "linear", "Linear"_tr}, {Scale::log, "log", "Log"_tr}});

    static auto fields() {
        using G = AttentionGroup;
        return std::tuple{
            parameter(&G::log_n, shared_parameter::log_n()),
            parameter(&G::temperature, {.id = "temperature",
                                        .label = "Temperature"_tr,
                                        .symbol = "T",
                                        .help = "Weights are the softmax of logits / T."_tr,
                                        .domain = {.minimum = 0.01, .maximum = 100},
                                        .control = {.spacing = Spacing::logarithmic, .listed = Listed::rare, .order = 4}}),
            parameter(
                &G::show,
                {.id = "show",
                 .label = "Show"_tr,
                 .help = "Logits, weights, one of the two passes that ReRoPE merges at Δ = w, or weights less those of RoPE."_tr,
                 .source = untranslated("9708"),
                 .stage = Stage::sample,
                 .domain = {.choices = shows},
                 .control = {.listed = Listed::prominent, .order = -5}}),
            parameter(&G::scale,
                      {.id = "scale",
                       .label = "Colour scale"_tr,
                       .help = "Whether colours follow weights or their logarithms."_tr,
                       .stage = Stage::style,
                       .domain = {.choices = scales},
                       .control = {.order = 7}},
                      [](const G& g) { return !g.shows_logits(); }),
            parameter(&G::row, {.id = "row",
                                .label = "Row"_tr,
                                .symbol = "i",
                                .help = "The query whose weights are drawn below; a click on the map chooses it."_tr,
                                .stage = Stage::sample,
                                .domain = {.minimum = 0, .maximum = most_tokens - 1, .whole = true, .unset = {"last", "last"_tr}},
                                .control = {.widget = Widget::buttons, .order = 7}}),
        };
    }
};

struct Params {
    VectorsGroup source;
    PositionMapSpec map;
    RotaryGroup rotary;
    AttentionLengths lengths;
    BiasSpec bias;
    WindowGroup window;
    AttentionGroup attention;
    AxesGroup axes;
};

using Variant = TypedVariant<Params>;
using Showing = ShowingOf<Params>;
using Drawing = DrawingOf<Params>;
using Reading = ReadingOf<Params>;
using Part = PartOf<Params>;

/// Where queries and keys come from, opened: how many there are, and those of one head.
class Source {
  public:
    /// `model`: the layer whose heads they are, where one is the source; else null.
    Source(const Params& params, std::shared_ptr<const ModelLayer> model);

    [[nodiscard]] std::int64_t heads() const { return heads_; }
    [[nodiscard]] std::int64_t tokens() const { return tokens_; }
    [[nodiscard]] std::int64_t dim() const { return dim_; }
    [[nodiscard]] bool is_matrix() const { return matrix_.has_value(); }
    [[nodiscard]] const std::shared_ptr<const ModelLayer>& model() const { return model_; }

    [[nodiscard]] HeadVectors vectors(std::int64_t head, Precision precision, const Job& job, std::vector<Sentence>& notes) const;
    [[nodiscard]] GivenMatrix matrix(std::int64_t head) const;

  private:
    Params params_;
    std::shared_ptr<const ModelLayer> model_;
    std::optional<VectorFiles> files_;
    std::optional<HeadTensor> matrix_;
    std::int64_t heads_ = 1, tokens_ = 0, dim_ = 0;
};

/// The vectors of a head with all that they depend on: what stays as it is while the map, the scaling or the bias change.
struct KeptVectors {
    VectorSourceSpec drawn;
    std::array<std::string, 3> files;  // of queries, keys, values
    std::int64_t layer = 0;
    Precision precision = Precision::float32;
    HeadVectors vectors;
    std::vector<Sentence> notes;

    [[nodiscard]] bool same_but_vectors(const KeptVectors& other) const {
        return drawn == other.drawn && files == other.files && layer == other.layer && precision == other.precision;
    }
};

/// What other parameters may take over: the vectors of a head, or a layer of a model. Null: nothing.
struct Kept {
    std::shared_ptr<const KeptVectors> vectors;
    std::shared_ptr<const ModelLayer> model;
};

/// One head, ready to be asked: through an engine, or of a matrix from elsewhere.
struct Head {
    AttentionInput input;
    std::optional<GivenMatrix> matrix;
    std::vector<Sentence> warnings;
    std::int64_t index = 0;
    std::shared_ptr<const KeptVectors> kept{};  // null: not to be taken over

    [[nodiscard]] AttentionResult ask(const AttentionRequest& request, const Engine& engine, const Job& job) const;
};

/// What weights of a model's head may go by, as a mean over the queries that have such a key.
struct Relation {
    enum class Kind { distance, first, same, after_same };
    Kind kind = Kind::distance;
    std::int64_t distance = 1;     // of Kind::distance
    double weight = 0, equal = 0;  // of these keys; what it were if all keys weighed the same
};

/// What is known of the whole matrix once it has been gone through.
struct Whole {
    RowStatistics rows;
    Column row, normalized_entropy;  // [tokens]: 0, 1, ...; entropy / ln(keys), masked for a single key
    std::vector<double> distance, weight_by_distance, uniform_by_distance;  // empty: not asked for yet
    std::vector<double> output;
    std::optional<Relation> relation;                      // of a model's head: the most telling one
    FieldWindow window{{0, 0}, {0, 0}, 0, 0, Pool::mean};  // of `field`: the whole matrix, or height 0: none
    Field field;                                           // weights
    double largest = 0;                                    // of `field`
};

/// Filled by the first sample that goes through the matrix; later ones (zoom, pan, another row) need only what they show.
class KeptPasses {
  public:
    [[nodiscard]] std::shared_ptr<const Whole> whole() const {
        const std::lock_guard lock(mutex_);
        return whole_;
    }
    void keep(std::shared_ptr<const Whole> whole) const {
        const std::lock_guard lock(mutex_);
        whole_ = std::move(whole);
    }
    [[nodiscard]] std::shared_ptr<const Whole> plain() const {
        const std::lock_guard lock(mutex_);
        return plain_;
    }
    void keep_plain(std::shared_ptr<const Whole> whole) const {
        const std::lock_guard lock(mutex_);
        plain_ = std::move(whole);
    }

  private:
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const Whole> whole_;  // under the map
    mutable std::shared_ptr<const Whole> plain_;  // under RoPE, for the difference
};

struct Prepared {
    std::shared_ptr<const Source> source;
    std::shared_ptr<const Head> head;  // null where all are shown
    std::vector<std::string> labels;   // of tokens
    std::vector<Sentence> warnings;
    std::shared_ptr<const KeptPasses> kept;
};

/// What exact values under the pointer are worked out from (Data::detail).
struct Detail {
    std::shared_ptr<const Head> head;
    std::shared_ptr<const Whole> whole;
    std::vector<Column> maps;  // one for each head where all are shown; null: not yet
    double largest = 0;        // finite |value| of what is shown and, of weights, of the whole matrix
    std::int64_t tokens = 0, heads = 1;
    FieldWindow window{};  // of the maps
    std::vector<std::string> labels;
};
/// Entropy over ln(keys) of each row; masked_value() for a single key.
[[nodiscard]] std::vector<double> normalized_entropy(const RowStatistics& rows);
/// The largest finite |value|; 0 where there is none.
[[nodiscard]] double largest_of(const std::vector<double>& values);
[[nodiscard]] const Detail* detail_of(const Variant& variant);

/// The tokens that are there: `length`, or fewer where a file has fewer.
[[nodiscard]] std::int64_t tokens_of(const Variant& variant);
[[nodiscard]] bool shows_all_heads(const Params& params);
[[nodiscard]] std::int64_t chosen_row(const Params& params, std::int64_t tokens);

[[nodiscard]] AttentionSpec spec_of(const Params& params, std::int64_t tokens, std::int64_t dim, std::int64_t head);
/// `kept`: vectors that may be those of this head, or null.
[[nodiscard]] std::shared_ptr<const Head> make_head(const Params& params, const Source& source, std::int64_t index,
                                                    const Engine& engine, const Job& job, const KeptVectors* kept = nullptr);
/// The same head under the one pass that is shown, where one is; under plain RoPE.
[[nodiscard]] Head under_shown_pass(const Head& head, const Params& params, const Engine& engine, const Job& job);
[[nodiscard]] Head under_rope(const Head& head, const Params& params, const Engine& engine, const Job& job);

/// A head with log_sum_exp of its rows; empty: not known.
struct Weighted {
    const Head* head;
    std::span<const double> log_sum_exp;
};
/// Weights of `map` less those of `rope`, pooled; of Pool::max the largest difference of a cell.
[[nodiscard]] Field difference_of(const Weighted& map, const Weighted& rope, const FieldWindow& window, const Engine& engine,
                                  const Job& job);
/// field less other; a cell that only one of them masks weighs nothing there.
void subtract(const Field& other, Field& field);

[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job, const Kept* kept);

/// One cell, in float64: logit, position, weight (NaN while the row's log_sum_exp is not known).
struct Cell {
    std::int64_t query = 0, key = 0;
    bool pointed = false;
};
struct CellValue {
    bool masked = true;
    double position = 0, logit = 0, weight = 0, bias = 0;
};
/// What the pointer is at; without it the strongest key of the chosen row.
[[nodiscard]] Cell cell_at(const Showing& on, const Variant& variant);
/// Of one of the small maps that are shown side by side: the value of the cell that (i, j) is part of, NaN where there is none.
[[nodiscard]] double head_value(const Variant& variant, std::size_t head, const Cell& cell);
[[nodiscard]] CellValue value_at(const Variant& variant, const Cell& cell);
/// (position, logit, bias) of a cell of vectors; without its weight.
[[nodiscard]] CellValue logit_at(const AttentionInput& input, const Cell& cell);
/// The relation that tells most of where the weights of a model's head go; none where they go by none of them.
[[nodiscard]] std::optional<Relation> telling_relation(const AttentionInput& input, std::span<const std::int32_t> tokens,
                                                       const Whole& whole);

[[nodiscard]] ColorScale scale_of(const Showing& on);
[[nodiscard]] std::string quantity_words(const Params& params, const Words& words);
/// The line D = w, where what is shown has not been put through the softmax (or is a difference).
void add_window_border(const Params& params, std::int64_t tokens, Panel& panel);
[[nodiscard]] std::string formula_definition(const Params& params);

// Panels of several figures, or that others ask where the pointer is.
extern const Part map_part, heads_part, entropy_part, entropy_below_part, row_part, distance_part;

void draw_entropy(Drawing& on, Panel& panel);
void draw_row(Drawing& on, Panel& panel);
void draw_distances(Drawing& on, Panel& panel);
/// In one sentence, of drawn structure how much of the weight it has (sentence.cpp).
[[nodiscard]] std::string where_weight_goes(const Showing& on);
[[nodiscard]] std::string subtitle_of(const Showing& on);
[[nodiscard]] std::string formula_of(const Showing& on);
void read(Reading& to);

}  // namespace poslab::attention
