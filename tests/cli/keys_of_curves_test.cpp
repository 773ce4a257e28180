// Keys of every figure, for print and screen, with and without variants: no two lines of one key look the
// same.

#include "app/cli/export.hpp"

#include "core/views/registry.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace poslab {
namespace {

/// Two of these sizes are too small for the names at the ends of curves.
constexpr std::array<std::string_view, 5> sizes{"2.2x2.2in", "3.25x2.5in", "6.75x4in", "5.5x8in", "1200x750"};

struct KeyedLine {
    std::string name;
    const Polyline* sample;
};

/// A sample in a key is a horizontal line, 20 or 22 units long; the name begins 6 or 8 units after it. The
/// page defines the unit.
bool is_entry(const DrawCommand& sample, const DrawCommand& name) {
    const auto* line = std::get_if<Polyline>(&sample);
    const auto* text = std::get_if<TextRun>(&name);
    if (line == nullptr || text == nullptr || line->points.size() != 2 ||
        line->points[0].y != line->points[1].y)
        return false;
    const double length = line->points[1].x - line->points[0].x, gap = text->anchor.x - line->points[1].x;
    const auto is = [&](double ratio) { return std::abs(gap - ratio * length) < 1e-3 * length; };
    return text->align == Align::left && (is(6.0 / 20) || is(8.0 / 22));
}

/// Collects the lines of each key: consecutive samples and texts in the draw list.
std::vector<std::vector<KeyedLine>> keys_of(const DrawList& list) {
    std::vector<std::vector<KeyedLine>> keys(1);
    for (std::size_t i = 0; i + 1 < list.commands.size(); ++i) {
        if (is_entry(list.commands[i], list.commands[i + 1]))
            keys.back().push_back(
                {std::get<TextRun>(list.commands[i + 1]).text, &std::get<Polyline>(list.commands[i])});
        else if (!std::holds_alternative<TextRun>(list.commands[i]) && !keys.back().empty())
            keys.emplace_back();
    }
    return keys;
}

bool look_alike(const Polyline& a, const Polyline& b) { return a.color == b.color && a.dashes == b.dashes; }

void expect_distinct(const DrawList& list, const std::string& what) {
    for (const std::vector<KeyedLine>& key : keys_of(list))
        for (std::size_t i = 0; i < key.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                EXPECT_TRUE(key[i].name == key[j].name || !look_alike(*key[i].sample, *key[j].sample))
                    << what << ": '" << key[i].name << "' and '" << key[j].name << "'";
}

std::vector<std::string> variants_of(std::string_view view) {
    static const std::map<std::string_view, std::vector<std::string>> variants{
        {"position-matrix", {"map=rerope", "map=rope", "map=inv-leaky-rerope"}},
        {"frequencies", {"scaling=yarn", "scaling=linear", "base=500000"}},
        {"attention", {"map=rerope", "map=pi", "map=rope"}},
        {"bias-decay", {"lambda=2", "lambda=3", "base=500000"}},
        {"memory", {"measure=legt", "order=16", "order=8"}},
        {"memory-decay", {"order=16", "order=8", "gamma=0.9"}},
        {"rope-2d", {"construction=sum", "construction=quaternion", "layout=alternating"}}};
    const auto found = variants.find(view);
    return found == variants.end() ? std::vector<std::string>{} : found->second;
}

class KeysOfCurves : public testing::TestWithParam<const View*> {};

TEST_P(KeysOfCurves, HaveNoTwoLinesThatLookTheSame) {
    static const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    PictureRequest request;
    request.selection.view = GetParam();
    request.selection.values = GetParam()->defaults();
    const std::vector<std::string> all = variants_of(GetParam()->info().id);
    for (const std::size_t count : {std::size_t{0}, all.size()})
        for (const FigureInfo& info : GetParam()->info().figures) {
            request.selection.versus.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
            request.figure = std::string(info.id);
            const auto variants =
                figure_variants(request.selection, request.figure, Language::english, Job{});
            const Figure figure =
                GetParam()->figure(request.figure, variants, {Theme::light, Language::english}, {});
            for (const std::string_view size : sizes) {
                request.page = read_page("size", std::string(size));
                expect_distinct(laid_out(request, figure, metrics).draw,
                                fmt::format("{}, {} variants, {}", request.figure, count, size));
            }
        }
}

INSTANTIATE_TEST_SUITE_P(All, KeysOfCurves, testing::ValuesIn(all_views().begin(), all_views().end()),
                         [](const auto& view) {
                             std::string name(view.param->info().id);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

/// Each sample in a key is drawn exactly as its curve.
TEST(KeyOfAProfile, HasTheLooksOfItsCurves) {
    static const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    PictureRequest request;
    request.selection.view = &find_view("position-matrix");
    request.selection.values = request.selection.view->defaults();
    request.figure = "profile";
    request.page = read_page("size", "2.2x2.2in");
    const auto variants = figure_variants(request.selection, request.figure, Language::english, Job{});
    const Layout layout = laid_out(
        request,
        request.selection.view->figure(request.figure, variants, {Theme::light, Language::english}, {}),
        metrics);
    const auto keys = keys_of(layout.draw);
    ASSERT_EQ(keys.front().size(), 5U);  // the chosen map and the four compared ones
    for (const KeyedLine& line : keys.front())
        EXPECT_GE(std::count_if(layout.draw.commands.begin(), layout.draw.commands.end(),
                                [&](const DrawCommand& command) {
                                    const auto* curve = std::get_if<Polyline>(&command);
                                    return curve != nullptr && look_alike(*curve, *line.sample);
                                }),
                  2)
            << line.name;
}

}  // namespace
}  // namespace poslab
