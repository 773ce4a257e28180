#pragma once

#include "core/figure/layout.hpp"

#include "app/paint/fonts.hpp"
#include "core/engine/engine.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/support/languages.hpp"
#include "tests/views/view_requests.hpp"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace poslab::test {

using Given = std::vector<std::pair<std::string, std::string>>;

/// Figures whose texts are in different positions: one to four matrices, windows, wide and tall, small and
/// huge.
struct Case {
    std::string name;
    std::string figure;
    std::vector<Given> variants;
    bool chinese = false;
    Cursor cursor{};
};

inline void PrintTo(const Case& tested, std::ostream* out) { *out << tested.name; }

inline std::vector<Case> cases() {
    const Cursor over{true, false, 0, 900.5, 2500.5};
    const Given zoomed{{"length", "64"},       {"w", "8"},        {"k", "2"},
                       {"train-length", "16"}, {"rows", "14:31"}, {"cols", "0:25"}};
    const Given zoomed_rope{{"map", "rope"}, {"length", "64"}, {"rows", "14:31"}, {"cols", "0:25"}};
    const Given huge{{"length", "1000000"}, {"w", "4096"}};
    return {
        {"defaults", "main", {{}}, false, {}},
        {"defaults_pointed", "main", {{}}, false, over},
        {"chinese", "main", {{}}, true, over},
        {"matrix", "matrix", {{}}, false, over},
        {"profile", "profile", {{}}, false, {true, true, 0, 3000, 0}},
        {"huge", "main", {huge}, false, {true, false, 0, 123456, 765432}},
        {"largest", "main", {{{"length", "16777216"}, {"map", "inv-leaky-rerope"}, {"k", "1e6"}}}, false, {}},
        {"single", "main", {{{"length", "1"}}}, false, {}},
        {"twelve", "main", {{{"length", "12"}, {"w", "4"}, {"k", "3"}}}, false, {true, false, 0, 2.5, 9.5}},
        {"formula",
         "main",
         {{{"length", "12"}, {"w", "4"}, {"k", "3"}, {"cell-text", "formula"}}},
         false,
         {}},
        {"rope", "main", {{{"map", "rope"}}}, false, {}},
        {"both_sides", "main", {{{"causal", "false"}, {"map", "pi"}}}, false, {}},
        {"wide", "main", {{{"rows", "3000:3100"}, {"cols", "0:4000"}}}, false, {}},
        {"tall", "main", {{{"cols", "3000:3100"}}}, false, {}},
        {"far", "main", {{{"length", "1000000"}, {"rows", "999000:1000000"}, {"cols", "0:1000"}}}, false, {}},
        {"zoomed", "main", {zoomed}, false, {true, false, 0, 9.5, 27.5}},
        {"zoomed_chinese", "main", {zoomed}, true, {true, true, 0, 18, 3}},
        {"corner",
         "matrix",
         {{{"length", "1000000"}, {"rows", "999996:1000000"}, {"cols", "999996:1000000"}}},
         false,
         {}},
        {"zoomed_two", "main", {zoomed, zoomed_rope}, false, {true, false, 0, 9.5, 27.5}},
        {"two", "main", {{}, {{"map", "rerope"}}}, false, over},
        {"beside_a_single_cell", "main", {{}, {{"resolution", "1x1"}}}, false, over},
        {"beside_single_cells",
         "main",
         {{{"train-length", "2"}},
          {{"train-length", "2"}, {"resolution", "1x1"}, {"cols", "187:212"}},
          {{"train-length", "2"}, {"pool", "max"}}},
         false,
         over},
        {"four", "main", {{}, {{"map", "rope"}}, {{"map", "pi"}}, {{"map", "rerope"}}}, false, over}};
}

inline std::vector<Variant> variants_of(const Case& tested, bool data) {
    const View& view = find_view("position-matrix");
    SampleRequest request;
    request.width = request.height = 60;
    request.curve_points = 300;
    std::vector<Variant> variants;
    for (const Given& given : tested.variants) {
        const Values values = view.checked(with(view, given));
        variants.push_back({values, data ? test::shared_data(view, values, request, cpu_engine()) : nullptr,
                            tested.variants.size() > 1 ? "k = " + std::to_string(variants.size()) : ""});
    }
    return variants;
}

inline Layout composed(const Case& tested, double width, double height, const TextMetrics& metrics,
                       bool data = true, LayoutOptions options = {}) {
    options.width = width;
    options.height = height;
    const Style style{Theme::light, tested.chinese ? test::chinese() : Language::english};
    const auto variants = variants_of(tested, data);
    return layout(find_view("position-matrix").figure(tested.figure, variants, style, tested.cursor), metrics,
                  options);
}

struct Box {
    Rect rect;
    const TextRun* run;
};

/// Letters of a formula may be close to each other; its own tests check them.
inline bool of_formula(const Box& box) {
    return box.run->font == Font::math || box.run->font == Font::math_upright;
}

/// The area of a text: its advance, and from the top of the capitals to the baseline (digits have no
/// descenders).
inline std::vector<Box> boxes(const DrawList& list, const TextMetrics& metrics) {
    std::vector<Box> found;
    for (const DrawCommand& command : list.commands) {
        const auto* run = std::get_if<TextRun>(&command);
        if (run == nullptr) continue;
        const double width = metrics.width(run->text, run->font, run->size);
        const double left = run->anchor.x - (run->align == Align::left     ? 0
                                             : run->align == Align::center ? width / 2
                                                                           : width);
        constexpr double capitals = 0.73;
        found.push_back({{left, run->anchor.y - capitals * run->size, width, capitals * run->size}, run});
    }
    return found;
}
// boxes point into the list
std::vector<Box> boxes(const DrawList&& list, const TextMetrics& metrics) = delete;

inline bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// The real fonts if they are installed, and a fixed-width font, which is wider than most.
class Metrics {
  public:
    [[nodiscard]] std::vector<std::pair<std::string, const TextMetrics*>> all() const {
        std::vector<std::pair<std::string, const TextMetrics*>> list{{"fixed", &fixed_width_metrics()}};
        if (fonts_.missing().empty()) list.emplace_back("fonts", &metrics_);
        return list;
    }

  private:
    FontLibrary fonts_;
    FontMetrics metrics_{fonts_};
};

inline const std::vector<std::pair<double, double>> sizes{{640, 400},  {800, 600},   {1000, 500}, {1200, 750},
                                                          {900, 1400}, {1920, 1080}, {2560, 1440}};

}  // namespace poslab::test
