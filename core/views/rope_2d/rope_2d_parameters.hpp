#pragma once

// The parameters of the view `rope-2d`.

#include "core/geometry/plane_encoding.hpp"
#include "core/params/groups/axes.hpp"
#include "core/params/groups/rotary_descriptors.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <array>
#include <tuple>

namespace poslab::rope_2d {

/// The parameters `preset` and `config`, which set the values of an image head (source.cpp).
[[nodiscard]] Descriptor preset_of_head();
[[nodiscard]] Descriptor config_of_head();

/// Largest coordinate; larger integers are not distinguishable in double.
inline constexpr double farthest_position = 9007199254740992;  // 2^53

/// The construction of rotations from positions, and the two positions compared.
struct PlaneGroup {
    Construction construction = Construction::matrix_exponential;
    double theta = 1, b = 0, c = 0, f = 1;
    OptionalReal d, e;
    double x1 = 2, y1 = 1, x2 = 1, y2 = 3;
    double extent = 8;
    Resolution resolution;

    static constexpr std::array<Choice, 4> constructions{{{"matrix-exponential", "Matrix exponential"_tr},
                                                          {"quaternion", "Quaternion"_tr},
                                                          {"sum", "Sum x + y"_tr},
                                                          {"3x3", "3×3 matrices"_tr}}};

    static constexpr Descriptor entry(std::string_view id, Text label, std::string_view symbol, Text help,
                                      int order) {
        return {.id = id,
                .label = label,
                .symbol = symbol,
                .help = help,
                .source = untranslated("8397"),
                .domain = {.minimum = -10, .maximum = 10},
                .control = {.listed = Listed::rare, .order = order}};
    }
    static constexpr Descriptor free_entry(std::string_view id, Text label, std::string_view symbol,
                                           Text help, Choice unset) {
        Descriptor descriptor = entry(id, label, symbol, help, -3);
        descriptor.domain.unset = unset;
        descriptor.control.widget = Widget::slider;
        return descriptor;
    }
    static constexpr Descriptor coordinate(std::string_view id, Text label, std::string_view symbol,
                                           bool first = false) {
        Descriptor descriptor{
            .id = id,
            .label = label,
            .symbol = symbol,
            .help =
                "A position's coordinate. Drag the point in the map, or type any number up to 2⁵³: phases stay exact."_tr,
            .source = untranslated("8397"),
            .domain = {.minimum = -farthest_position, .maximum = farthest_position},
            .control = {.maximum_parameter = "extent", .play = {.first = first}, .order = -6}};
        return descriptor;
    }

    static auto fields() {
        using G = PlaneGroup;
        return std::tuple{
            parameter(
                &G::construction,
                {.id = "construction",
                 .label = "Construction"_tr,
                 .help = "Map from a position (x, y) to a rotation. Only the matrix exponential preserves "
                         "relativity and is lossless."_tr,
                 .source = untranslated("8397"),
                 .domain = {.choices = constructions},
                 .control = {.order = -7}}),
            parameter(&G::theta, {.id = "theta",
                                  .label = "Frequency"_tr,
                                  .symbol = "θ",
                                  .help = "Angle per step in the first plane, rad; at 0 nothing rotates."_tr,
                                  .source = untranslated("8397"),
                                  .domain = {.minimum = -10, .maximum = 10},
                                  .control = {.order = -5}}),
            parameter(&G::b, entry("b", "Generator"_tr, "b",
                                   "Entry of B1 = gen(1, b, c, 0, 0, 0), and of B2 for 3×3; tilts "
                                   "the plane that x rotates."_tr,
                                   -4)),
            parameter(&G::c, entry("c", "Generator"_tr, "c",
                                   "Entry of B1 = gen(1, b, c, 0, 0, 0), and of B2 for 3×3; tilts "
                                   "the plane that x rotates."_tr,
                                   -4)),
            parameter(&G::f, entry("f", "Generator"_tr, "f",
                                   "Entry of B2 = gen(0, 0, 0, d, e, f): the speed of y's rotation "
                                   "relative to x's."_tr,
                                   -4)),
            parameter(&G::d, free_entry("d", "Generator"_tr, "d",
                                        "Entry of B2. Only d = cf and e = −bf commute with B1; other "
                                        "values break relativity."_tr,
                                        {"cf", "= cf"_tr})),
            parameter(&G::e, free_entry("e", "Generator"_tr, "e",
                                        "Entry of B2. Only d = cf and e = −bf commute with B1; other "
                                        "values break relativity."_tr,
                                        {"-bf", "= −bf"_tr})),
            parameter(&G::x1, coordinate("x1", "First position"_tr, "x₁")),
            parameter(&G::y1, coordinate("y1", "First position"_tr, "y₁")),
            parameter(&G::x2, coordinate("x2", "Second position"_tr, "x₂", true)),
            parameter(&G::y2, coordinate("y2", "Second position"_tr, "y₂")),
            parameter(
                &G::extent,
                {.id = "extent",
                 .label = "Half-width"_tr,
                 .symbol = "±",
                 .help = "Half the width of the plane that maps show: x and y from −extent to extent."_tr,
                 .domain = {.minimum = 0, .maximum = 1e6, .open_minimum = true},
                 .control = {.spacing = Spacing::logarithmic, .listed = Listed::rare, .order = -2}}),
            parameter(&G::resolution, shared_parameter::resolution()),
        };
    }
};

/// Assignment of a head's pairs to the axes; the layouts of vision models come first, in the order of
/// core/encoding/picture_layouts.hpp.
enum class HeadLayout {
    axial,
    axial_columns_first,
    axial_split_ladder,
    alternating,
    alternating_repeated,
    alternating_columns_first,
    three_axes,
    diagonal,
    mixed,
    directions,
    mrope,
    sum,
    flattened
};
inline constexpr std::size_t head_layouts = 13;

/// Extension of a model to a grid larger than the trained one.
enum class Extension {
    none,         // positions continue
    interpolate,  // positions multiplied by trained/used, per axis
    ntk           // frequencies multiplied by (used/trained)^(−e/e_max), per axis
};

/// The model that the parameters of the head come from.
struct SourceGroup {
    ChoiceIndex preset{};
    FileName config{};

    static auto fields() {
        using G = SourceGroup;
        return std::tuple{parameter(&G::preset, preset_of_head()), parameter(&G::config, config_of_head())};
    }
};

/// A head of a vision model.
struct HeadGroup {
    std::int64_t dim = 64;
    double rotary_fraction = 1;
    double base = 100;
    NumberList explicit_frequencies{};
    std::int64_t grid = 14;
    OptionalReal grid_width, train_grid, train_grid_width;
    Extension extension = Extension::none;
    HeadLayout layout = HeadLayout::axial;
    ChoiceIndex coordinates{};  // index in picture_coordinates()
    double direction = 30;
    NumberList mrope_sections{};
    bool mrope_interleaved = false, mrope_alternating = false;
    OptionalReal patch_x, patch_y;

    static constexpr auto extensions =
        choices<Extension>({{Extension::none, "none", "None: positions continue"_tr},
                            {Extension::interpolate, "interpolate", "Interpolate positions"_tr},
                            {Extension::ntk, "ntk", "NTK: larger base"_tr}});
    /// The choices of layouts, and of coordinates of patches.
    [[nodiscard]] static std::span<const Choice> layouts();
    [[nodiscard]] static std::span<const Choice> coordinate_kinds();

    [[nodiscard]] std::int64_t rows() const { return grid; }
    [[nodiscard]] std::int64_t columns() const {
        return grid_width.set ? static_cast<std::int64_t>(grid_width.value) : grid;
    }
    [[nodiscard]] std::int64_t patches() const { return rows() * columns(); }

    static constexpr Descriptor patch(std::string_view id, Text label, std::string_view symbol) {
        return {.id = id,
                .label = label,
                .symbol = symbol,
                .help = "The patch compared with all others, from 0; click one in the map."_tr,
                .domain = {.minimum = 0, .maximum = 1023, .whole = true, .unset = {"middle", "middle"_tr}},
                .control = {.maximum_parameter = "grid", .order = 3}};
    }
    static constexpr Descriptor side(std::string_view id, Text label, Text help, Choice unset,
                                     std::string_view second = {}) {
        return {.id = id,
                .label = label,
                .unit = "patches"_tr,
                .help = help,
                .domain = {.minimum = 1, .maximum = 512, .whole = true, .unset = unset, .second = second},
                .control = {.widget = Widget::slider, .spacing = Spacing::logarithmic, .order = 1}};
    }

    static auto fields() {
        using G = HeadGroup;
        return std::tuple{
            parameter(&G::dim, shared_parameter::dim()),
            parameter(&G::rotary_fraction, shared_parameter::rotary_fraction()),
            parameter(&G::base, shared_parameter::base(),
                      [](const G& g) {
                          return g.layout != HeadLayout::mrope || g.explicit_frequencies.numbers.empty();
                      }),
            parameter(&G::explicit_frequencies, shared_parameter::explicit_frequencies(),
                      [](const G& g) { return g.layout == HeadLayout::mrope; }),
            parameter(&G::grid, {.id = "grid",
                                 .label = "Grid"_tr,
                                 .symbol = "h",
                                 .unit = "patches"_tr,
                                 .help = "Rows of patches in the image; 24x32 also sets the columns."_tr,
                                 .domain = {.minimum = 1, .maximum = 512, .second = "grid-width"},
                                 .control = {.spacing = Spacing::logarithmic, .order = 1}}),
            parameter(&G::grid_width, side("grid-width", "Grid columns"_tr,
                                           "Columns of patches in the image; square: as many as rows."_tr,
                                           {"square", "square"_tr})),
            parameter(
                &G::train_grid,
                side(
                    "train-grid", "Trained grid"_tr,
                    "Rows of patches in training; 14x16 also sets the columns. Longer offsets are hatched."_tr,
                    {"same", "same grid"_tr}, "train-grid-width")),
            parameter(
                &G::train_grid_width,
                side("train-grid-width", "Trained columns"_tr,
                     "Columns of patches in training; square: as many as rows."_tr, {"square", "square"_tr}),
                [](const G& g) { return g.train_grid.set; }),
            parameter(&G::extension,
                      {.id = "extension",
                       .label = "Larger grids"_tr,
                       .help = "Extension beyond the trained grid: positions continue, are scaled to the "
                               "trained range, or slow pairs rotate more slowly."_tr,
                       .source = untranslated("RoPE-ViT, arXiv 2403.13298; SAM 3, EVA-02; NTK-aware scaling"),
                       .domain = {.choices = extensions},
                       .control = {.order = 1}},
                      [](const G& g) { return g.train_grid.set; }),
            parameter(
                &G::layout,
                {.id = "layout",
                 .label = "Head"_tr.as("layout"),
                 .help = "Assignment of a head's pairs to the axes: in halves, in turn, along diagonals "
                         "or any direction, by M-RoPE's sections, by x + y, or as one line of patches."_tr,
                 .source =
                     untranslated("RoPE-ViT, arXiv 2403.13298; Qwen2-VL, arXiv 2409.12191; transformers"),
                 .domain = {.choices_of = layouts},
                 .control = {.order = 2}}),
            parameter(&G::coordinates,
                      {.id = "patch-coordinates",
                       .label = "Coordinates"_tr,
                       .help = "Coordinate of a patch along an axis: its index, or from −1 to 1 over any "
                               "grid (DINOv3: times 2π)."_tr,
                       .source = untranslated("DINOv3; Llama 4"),
                       .domain = {.choices_of = coordinate_kinds},
                       .control = {.listed = Listed::rare, .order = 2}},
                      [](const G& g) { return g.layout != HeadLayout::flattened; }),
            parameter(
                &G::direction,
                {.id = "direction",
                 .label = "Direction"_tr,
                 .symbol = "φ",
                 .unit = "°"_tr,
                 .help = "Direction of a mixed head's frequencies; RoPE-Mixed draws one for each head."_tr,
                 .source = untranslated("RoPE-ViT, arXiv 2403.13298"),
                 .domain = {.minimum = 0, .maximum = 90},
                 .control = {.order = 2}},
                [](const G& g) { return g.layout == HeadLayout::mixed; }),
            parameter(&G::mrope_sections, shared_parameter::mrope_sections()),
            parameter(&G::mrope_interleaved, shared_parameter::mrope_interleaved(),
                      [](const G& g) { return !g.mrope_sections.numbers.empty(); }),
            parameter(&G::mrope_alternating, shared_parameter::mrope_alternating(),
                      [](const G& g) { return !g.mrope_sections.numbers.empty(); }),
            parameter(&G::patch_x, patch("patch-x", "Patch column"_tr, "x")),
            parameter(&G::patch_y, patch("patch-y", "Patch row"_tr, "y")),
        };
    }
};

struct CellGroup {
    CellText cell_text = CellText::number;

    static auto fields() {
        return std::tuple{parameter(&CellGroup::cell_text, shared_parameter::cell_text())};
    }
};

struct Params {
    PlaneGroup plane;
    SourceGroup source;
    HeadGroup head;
    CellGroup cell;
    AxesGroup axes;
};

}  // namespace poslab::rope_2d
