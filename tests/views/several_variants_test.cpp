// Figures of several variants: everything that belongs to one of them is labelled with its name.
#include "core/engine/engine.hpp"
#include "core/views/registry.hpp"
#include "tests/views/view_requests.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace poslab::test {
namespace {

using ParameterTexts = std::vector<std::pair<std::string, std::string>>;

/// The parameters in which the second variant of each view differs; views that have only one parameter set
/// are not listed.
const std::map<std::string, ParameterTexts, std::less<>>& changes() {
    static const std::map<std::string, ParameterTexts, std::less<>> all{
        {"position-matrix", {{"map", "rerope"}, {"w", "100"}, {"train-length", "300"}}},
        {"frequencies",
         {{"base", "700"}, {"scaling", "linear"}, {"train-length", "300"}, {"length", "2000"}}},
        {"attention", {{"map", "rope"}, {"train-length", "200"}}},
        {"bias-decay", {{"base", "700"}, {"train-length", "300"}}},
        {"memory", {{"order", "8"}, {"time", "300"}}},
        {"memory-decay", {{"order", "8"}}},
        {"rope-2d", {{"construction", "quaternion"}, {"theta", "0.7"}}}};
    return all;
}

Variant variant_of(const View& view, const FigureInfo& figure, ParameterTexts parameters,
                   const std::string& label) {
    if (view.info().id == "attention")
        parameters.insert(parameters.begin(), {{"length", "512"}, {"w", "64"}, {"train-length", "128"}});
    Values values = view.adjusted(with(view, parameters));
    SampleRequest request;
    request.arrays = {figure.arrays.begin(), figure.arrays.end()};
    auto data = shared_data(view, values, request, reference_engine());
    return {std::move(values), std::move(data), label};
}

/// All texts in a panel.
std::string texts_of(const Panel& panel) {
    std::string all = panel.title + "|" + panel.quantity + "|" + panel.message;
    for (const KeyEntry& entry : panel.key) all += "|" + entry.label;
    for (const Mark& mark : panel.marks) {
        if (const auto* line = std::get_if<LineMark>(&mark)) all += "|" + line->label;
        if (const auto* band = std::get_if<BandMark>(&mark)) all += "|" + band->label;
        if (const auto* span = std::get_if<SpanMark>(&mark)) all += "|" + span->note + "|" + span->label;
        if (const auto* rule = std::get_if<RuleMark>(&mark)) all += "|" + rule->label;
        if (const auto* level = std::get_if<LevelMark>(&mark)) all += "|" + level->label;
    }
    return all;
}

bool says(const std::string& text, std::string_view name) { return text.find(name) != std::string::npos; }

/// True if the panel, its curves (by the figure's key) or its title mention the second variant.
bool shows_second(const Panel& panel, const Figure& figure) {
    if (panel.of_variant || says(texts_of(panel), "Beta")) return true;
    return std::any_of(figure.key.begin(), figure.key.end(),
                       [](const KeyEntry& entry) { return says(entry.label, "Beta"); }) &&
           panel.kind() == PanelKind::plot;
}

TEST(SeveralVariants, APanelThatShowsOneOfThemNamesIt) {
    for (const auto& [id, parameters] : changes()) {
        const View& view = find_view(id);
        for (const FigureInfo& info : view.info().figures) {
            if (info.fixed || std::string_view(info.id).starts_with("claims") || info.id == "reported")
                continue;
            if (info.id == "eigenvalues") continue;  // rings mark the order of each variant
            const std::vector<Variant> two{variant_of(view, info, {}, "Alpha"),
                                           variant_of(view, info, parameters, "Beta")};
            const Figure figure = view.figure(info.id, two, {}, {});
            for (const auto* panels : {&figure.main, &figure.companions})
                for (const Panel& panel : *panels) {
                    EXPECT_FALSE(panel.of_variant == 1U && says(texts_of(panel), "Alpha"))
                        << id << " " << info.id;
                    EXPECT_TRUE(shows_second(panel, figure) || says(texts_of(panel), "Alpha"))
                        << id << " " << info.id << ": " << texts_of(panel);
                }
        }
    }
}

TEST(SeveralVariants, GuidesOfOneBearItsName) {
    const View& view = find_view("frequencies");
    const FigureInfo& info = view.info().figures.front();
    const ParameterTexts other{{"base", "500000"}, {"train-length", "8192"}, {"length", "131072"}};
    const std::vector<Variant> different{variant_of(view, info, {}, "Alpha"),
                                         variant_of(view, info, other, "Beta")};
    const std::vector<Variant> same{variant_of(view, info, {}, "Alpha"),
                                    variant_of(view, info, {{"base", "700"}}, "Beta")};
    const auto labels = [&](const std::vector<Variant>& variants) {
        std::vector<std::string> all;
        const Figure figure = view.figure("main", variants, {}, {});
        for (const Mark& mark : figure.main.front().marks)
            if (const auto* level = std::get_if<LevelMark>(&mark)) all.push_back(level->label);
        return all;
    };
    EXPECT_EQ(labels(different), (std::vector<std::string>{"trained 512 · Alpha", "target 4096 · Alpha"}));
    EXPECT_EQ(labels(same), (std::vector<std::string>{"trained 512", "target 4096"}))
        << "both have these lengths";
}

bool is_guide(const Mark& mark) {
    if (const auto* level = std::get_if<LevelMark>(&mark)) return !level->label.empty();
    return std::holds_alternative<RuleMark>(mark) || std::holds_alternative<SpanMark>(mark) ||
           std::holds_alternative<BandMark>(mark) || std::holds_alternative<BoundaryMark>(mark);
}

TEST(SeveralVariants, GuidesCanBeSwitchedOff) {
    std::size_t with_guides = 0;
    for (const auto& [id, parameters] : changes()) {
        const View& view = find_view(id);
        for (const FigureInfo& info : view.info().figures) {
            if (info.fixed) continue;
            const auto count = [&](const ParameterTexts& how) {
                const Figure figure =
                    view.figure(info.id, std::vector{variant_of(view, info, how, "")}, {}, {});
                std::ptrdiff_t guides = 0;
                for (const auto* panels : {&figure.main, &figure.companions})
                    for (const Panel& panel : *panels)
                        guides += std::count_if(panel.marks.begin(), panel.marks.end(), is_guide);
                return guides;
            };
            if (count({}) > 0) ++with_guides;
            EXPECT_EQ(count({{"guides", "none"}}), 0) << id << " " << info.id;
        }
    }
    EXPECT_GT(with_guides, 15U);
}

// A column of a paper has space for one panel.
TEST(SeveralVariants, PanelsThatPapersShowAreFiguresOfTheirOwn) {
    const std::map<std::string, std::vector<std::string>> expected{
        {"frequencies",
         {"wavelength", "ratio", "turns-trained", "turns-used", "unseen", "similarity-curve", "logit"}},
        {"memory", {"signal", "error", "steps-held", "steps-continuous"}},
        {"memory-decay", {"decay", "log-log", "semi-log", "half-lives"}},
        {"bias-decay", {"terms", "total", "weights"}},
        {"position-matrix", {"matrix", "profile"}},
        {"attention", {"map", "row", "distance"}}};
    for (const auto& [id, figures] : expected)
        for (const std::string& name : figures) {
            const View& view = find_view(id);
            const auto& all = view.info().figures;
            const auto info = std::find_if(all.begin(), all.end(), [&](const FigureInfo& figure_info) {
                return figure_info.id == name;
            });
            ASSERT_NE(info, all.end()) << id << " " << name;
            const ParameterTexts scaled =
                id == "frequencies" ? ParameterTexts{{"scaling", "yarn"}} : ParameterTexts{};
            const Figure figure = view.figure(name, std::vector{variant_of(view, *info, scaled, "")}, {}, {});
            EXPECT_EQ(figure.main.size() + figure.companions.size(), 1U) << id << " " << name;
        }
}

}  // namespace
}  // namespace poslab::test
