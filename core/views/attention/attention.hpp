#pragma once

// The view `attention`: attention weights under a position map, a frequency scaling and a bias
// (docs/formulas.md §4.1).

#include "core/attention/attention_spec.hpp"
#include "core/attention/external_matrix.hpp"
#include "core/attention/file_vectors.hpp"
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
#include "core/views/matrix_window.hpp"
#include "core/views/model_layer.hpp"
#include "core/views/position_map_words.hpp"
#include "core/views/view_of.hpp"

namespace poslab {
namespace attention {

/// The source of queries and keys, including the model if they come from one.
struct VectorsGroup : AttentionSourceGroup, ModelSourceGroup {};

/// Limits the length that a preset or config sets, which may be a million: the cost grows with its square.
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

/// The softmax parameters and the quantity shown.
struct AttentionGroup {
    bool log_n = false;
    double temperature = 1;
    Show show = Show::weights;
    Scale scale = Scale::log;
    OptionalReal row{};  // unset: the last row

    /// True if one of the two passes that are merged at w is shown.
    [[nodiscard]] bool shows_a_pass() const { return show == Show::near || show == Show::far; }
    /// True if logits are shown, merged or of one pass; false for softmax weights.
    [[nodiscard]] bool shows_logits() const { return show == Show::logits || shows_a_pass(); }

    static constexpr auto shows =
        choices<Show>({{Show::logits, "logits", "Logits"_tr},
                       {Show::weights, "weights", "Weights"_tr},
                       {Show::near, "near", "Near pass a₁"_tr},
                       {Show::far, "far", "Far pass a₂"_tr},
                       {Show::difference, "difference", "Difference from RoPE"_tr}});
    static constexpr auto scales =
        choices<Scale>({{Scale::linear, "linear", "Linear"_tr}, {Scale::log, "log", "Log"_tr}});

    static auto fields() {
        using G = AttentionGroup;
        return std::tuple{
            parameter(&G::log_n, shared_parameter::log_n()),
            parameter(&G::temperature,
                      {.id = "temperature",
                       .label = "Temperature"_tr,
                       .symbol = "T",
                       .help = "Weights are the softmax of logits / T."_tr,
                       .domain = {.minimum = 0.01, .maximum = 100},
                       .control = {.spacing = Spacing::logarithmic, .listed = Listed::rare, .order = 4}}),
            parameter(
                &G::show,
                {.id = "show",
                 .label = "Show"_tr,
                 .help =
                     "Logits, weights, one of the two passes that ReRoPE merges at Δ = w, or weights minus those of RoPE."_tr,
                 .source = untranslated("9708"),
                 .stage = Stage::sample,
                 .domain = {.choices = shows},
                 .control = {.listed = Listed::prominent, .order = -5}}),
            parameter(&G::scale,
                      {.id = "scale",
                       .label = "Colour scale"_tr,
                       .help = "Colours follow weights or their logarithms."_tr,
                       .stage = Stage::style,
                       .domain = {.choices = scales},
                       .control = {.order = 7}},
                      [](const G& g) { return !g.shows_logits(); }),
            parameter(&G::row,
                      {.id = "row",
                       .label = "Row"_tr,
                       .symbol = "i",
                       .help = "The query whose weights are plotted below; click the map to choose it."_tr,
                       .stage = Stage::sample,
                       .domain = {.minimum = 0,
                                  .maximum = max_tokens - 1,
                                  .whole = true,
                                  .unset = {"last", "last"_tr}},
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

/// The opened source of queries and keys: its sizes, and the vectors or the matrix of one head.
class Source {
  public:
    /// `model` is the layer that provides the heads; null for other sources.
    Source(const Params& params, std::shared_ptr<const ModelLayer> model);

    [[nodiscard]] std::int64_t heads() const { return heads_; }
    [[nodiscard]] std::int64_t tokens() const { return tokens_; }
    [[nodiscard]] std::int64_t dim() const { return dim_; }
    [[nodiscard]] bool is_matrix() const { return matrix_.has_value(); }
    [[nodiscard]] const std::shared_ptr<const ModelLayer>& model() const { return model_; }

    [[nodiscard]] HeadVectors vectors(std::int64_t head, Precision precision, const Job& job,
                                      std::vector<Message>& notes) const;
    [[nodiscard]] ExternalMatrix matrix(std::int64_t head) const;

  private:
    Params params_;
    std::shared_ptr<const ModelLayer> model_;
    std::optional<VectorFiles> files_;
    std::optional<HeadTensor> matrix_;
    std::int64_t heads_ = 1, tokens_ = 0, dim_ = 0;
};

/// The vectors of a head with everything they depend on; unchanged while the map, scaling or bias change.
struct VectorCache {
    VectorSourceSpec random;
    std::array<std::string, 3> files;  // paths of queries, keys, values
    std::int64_t layer = 0;
    Precision precision = Precision::float32;
    HeadVectors vectors;
    std::vector<Message> notes;

    [[nodiscard]] bool same_but_vectors(const VectorCache& other) const {
        return random == other.random && files == other.files && layer == other.layer &&
               precision == other.precision;
    }
};

/// Results that other parameters can reuse: the vectors of a head, or a layer of a model. Null if
/// unavailable.
struct ReusableInput {
    std::shared_ptr<const VectorCache> vectors;
    std::shared_ptr<const ModelLayer> model;
};

/// One head, ready for requests: its vectors and plan for an engine, or a matrix from a file.
struct Head {
    AttentionInput input;
    std::optional<ExternalMatrix> matrix;
    std::vector<Message> warnings;
    std::int64_t index = 0;
    std::shared_ptr<const VectorCache> cache{};  // null if not reusable

    [[nodiscard]] AttentionResult ask(const AttentionRequest& request, const Engine& engine,
                                      const Job& job) const;
};

/// A relation that the weights of a model's head may follow, averaged over the queries with such a key.
struct Relation {
    enum class Kind { distance, first, same, after_same };
    Kind kind = Kind::distance;
    std::int64_t distance = 1;     // for Kind::distance
    double weight = 0, equal = 0;  // weight of these keys; their weight if all keys had equal weights
};

/// The results of the pass over the whole matrix.
struct Whole {
    RowStatistics rows;
    Column row, normalized_entropy;  // [tokens]: 0, 1, ...; entropy / ln(keys), masked for a single key
    std::vector<double> distance, weight_by_distance, uniform_by_distance;  // empty if not requested yet
    std::vector<double> output;
    std::optional<Relation> relation;                      // for a model's head: the most informative one
    FieldWindow window{{0, 0}, {0, 0}, 0, 0, Pool::mean};  // of `field`: the whole matrix; height 0 if none
    Field field;                                           // weights
    double largest = 0;                                    // of `field`
    std::vector<Message> warnings{};
};

/// The first pass over the matrix; later samples (zoom, pan, another row) compute only what they show.
struct PassCache {
    Memo<Whole> whole;  // under the map
    Memo<Whole> plain;  // under RoPE, for the difference
};

struct Prepared {
    std::shared_ptr<const Source> source;
    std::shared_ptr<const Head> head;  // null if all heads are shown
    std::vector<std::string> labels;   // of tokens
    std::vector<Message> warnings;
    std::shared_ptr<const PassCache> cache;
};

/// The data for exact values under the pointer (Data::detail).
struct Detail {
    std::shared_ptr<const Head> head;
    std::shared_ptr<const Whole> whole;
    std::vector<Column> maps;  // one per head if all are shown; null if not computed yet
    double largest = 0;        // finite |value| of the shown part; for weights, of the whole matrix too
    std::int64_t tokens = 0, heads = 1;
    FieldWindow window{};  // of the maps
    std::vector<std::string> labels;
};
/// Returns entropy / ln(keys) of each row; masked_value() for a single key.
[[nodiscard]] std::vector<double> normalized_entropy(const RowStatistics& rows);
/// Returns the largest finite |value|; 0 if there is none.
[[nodiscard]] double max_finite_magnitude(std::span<const double> values);

/// Returns the number of tokens: `length`, or fewer if a file has fewer.
[[nodiscard]] std::int64_t tokens_of(const Variant& variant);
[[nodiscard]] bool shows_all_heads(const Params& params);
[[nodiscard]] std::int64_t chosen_row(const Params& params, std::int64_t tokens);

[[nodiscard]] AttentionSpec spec_of(const Params& params, std::int64_t tokens, std::int64_t dim,
                                    std::int64_t head);
/// Returns head `index` of `source`; reuses `retained` (may be null) if it holds this head's vectors.
[[nodiscard]] std::shared_ptr<const Head> make_head(const Params& params, const Source& source,
                                                    std::int64_t index, const Engine& engine, const Job& job,
                                                    const VectorCache* retained = nullptr);
/// Return the same head under the single shown pass, if one is shown, or under plain RoPE.
[[nodiscard]] Head under_shown_pass(const Head& head, const Params& params, const Engine& engine,
                                    const Job& job);
[[nodiscard]] Head under_rope(const Head& head, const Params& params, const Engine& engine, const Job& job);

/// A head with the log_sum_exp of its rows; empty if unknown.
struct Weighted {
    const Head* head;
    std::span<const double> log_sum_exp;
};
/// Returns the weights of `map` minus those of `rope`, pooled; for Pool::max the largest difference of a
/// cell.
[[nodiscard]] Field difference_of(const Weighted& map, const Weighted& rope, const FieldWindow& window,
                                  const Engine& engine, const Job& job);
/// Subtracts `other` from `field`; a cell that only one of them masks counts as weight 0 there.
void subtract(const Field& other, Field& field);

[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job,
                               const ReusableInput* retained);

/// A query and a key; `pointed` is true if the pointer is over them.
struct Cell {
    std::int64_t query = 0, key = 0;
    bool pointed = false;
};
/// The values of one cell in float64; `weight` is NaN while the row's log_sum_exp is unknown.
struct CellValue {
    bool masked = true;
    double position = 0, logit = 0, weight = 0, bias = 0;
};
/// Returns the cell under the pointer; without a pointer, the strongest key of the chosen row.
[[nodiscard]] Cell cell_at(const Showing& on, const Variant& variant);
/// Returns the value of the cell that contains (i, j) in one of the small maps of all heads; NaN if there is
/// none.
[[nodiscard]] double head_value(const Variant& variant, std::size_t head, const Cell& cell);
[[nodiscard]] CellValue value_at(const Variant& variant, const Cell& cell);
/// Returns position, logit and bias of a cell computed from vectors; its weight is NaN.
[[nodiscard]] CellValue logit_at(const AttentionInput& input, const Cell& cell);
/// Returns the most informative relation that the weights of a model's head follow; empty if they follow
/// none.
[[nodiscard]] std::optional<Relation> telling_relation(const AttentionInput& input,
                                                       std::span<const std::int32_t> tokens,
                                                       const Whole& whole);

[[nodiscard]] ColorScale scale_of(const Showing& on);
[[nodiscard]] std::string quantity_words(const Params& params, const Translator& translate);
/// Adds the line D = w if the map uses w.
void add_window_border(const Params& params, std::int64_t tokens, Panel& panel);
[[nodiscard]] std::string formula_definition(const Params& params);

// Panels used by several figures, or whose pointer position other panels need.
extern const Part map_part, heads_part, entropy_part, entropy_below_part, row_part, distance_part;

void draw_entropy(Drawing& on, Panel& panel);
void draw_row(Drawing& on, Panel& panel);
void draw_distances(Drawing& on, Panel& panel);
/// Returns one sentence on where the weights are: at the source's structure, or how widely spread
/// (headline.cpp).
[[nodiscard]] std::string where_weight_goes(const Showing& on);
[[nodiscard]] std::string subtitle_of(const Showing& on);
[[nodiscard]] std::string formula_of(const Showing& on);
void read(Reading& reading);

}  // namespace poslab::attention
