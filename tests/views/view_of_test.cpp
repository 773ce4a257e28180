// Checks what ViewOf does for every view, with a view that counts.
#include "core/views/view_of.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace poslab {
namespace counting_view {
namespace {

int conversions = 0;  // of values to Params: each begins with the defaults

struct FactorGroup {
    double factor = (++conversions, 2.0);

    static auto fields() {
        return std::tuple{parameter(&FactorGroup::factor, {.id = "factor",
                                                           .label = untranslated("Factor"),
                                                           .help = untranslated("A factor."),
                                                           .domain = {.minimum = 0, .maximum = 100}})};
    }
};
struct Params {
    FactorGroup group;
};
struct Prepared {
    double twice = 0;
};
Prepared prepare(const Params& params, const Engine& /*engine*/, const Job& /*job*/) {
    return {2 * params.group.factor};
}
void adjust(Params& params) { params.group.factor = std::min(params.group.factor, 50.0); }

struct SampleContext : SamplingOf<Params, Prepared> {
    using SamplingOf::SamplingOf;
};
constexpr ArrayOf<SampleContext> list{"list", "entry", "1", untranslated("a list"),
                                      [](SampleContext& context) {
                                          if (context.request.publish)
                                              context.request.publish(context.partial_data());
                                          return std::vector<double>{context.prepared.twice};
                                      }};

std::string subtitle_of(const ShowingOf<Params, Prepared>& on) {
    const Prepared* const prepared = on.first().prepared;
    return prepared == nullptr ? "not prepared" : format_number(prepared->twice);
}
void draw_nothing(DrawingOf<Params, Prepared>& /*on*/) {}
void read_twice(ReadingOf<Params, Prepared>& to) {
    if (to.first().prepared != nullptr) to.row("twice", readout_value(to.first().prepared->twice, 4));
}

using View = ViewOf<Params, SampleContext>;
constexpr View::FigureRow main_figure{.id = "main",
                                      .title = untranslated("Main"),
                                      .arrays = {list},
                                      .draw = &draw_nothing,
                                      .read = &read_twice,
                                      .subtitle = &subtitle_of};
constexpr auto all_figures = all_of(main_figure);
constexpr auto all_arrays = all_of(list);
ViewInfo about() {
    return {.id = "counting",
            .title = untranslated("Counting"),
            .short_title = untranslated("Counting"),
            .summary = untranslated("A view that counts."),
            .source = "none"};
}
constexpr View::Description description{
    .about = &about, .figures = all_figures, .arrays = all_arrays, .prepare = &prepare, .adjust = &adjust};

std::vector<Variant> computed(const View& view, const Values& values, const SampleRequest& request = {}) {
    const Held prepared = view.prepare(values, cpu_engine(), Job{}, {});
    return {{values,
             std::make_shared<const Data>(view.sample(values, prepared, request, cpu_engine(), Job{})), ""}};
}

TEST(ViewOf, ConvertsValuesOnceWhenTheyChange) {
    const View view(description);
    Values values = view.defaults();
    values[0] = 3.0;
    conversions = 0;
    values = view.adjusted(values);
    const std::vector<Variant> shown = computed(view, values);
    for (int frame = 0; frame < 3; ++frame) {
        static_cast<void>(view.used(values));
        static_cast<void>(view.figure("main", shown, {}, {}));
        static_cast<void>(view.readout(shown, {}, {}));
    }
    EXPECT_EQ(conversions, 1);
    values[0] = 60.0;  // adjusted to 50
    values = view.adjusted(values);
    EXPECT_EQ(std::get<double>(values[0]), 50);
    static_cast<void>(computed(view, values));
    EXPECT_EQ(conversions, 2);
}

TEST(ViewOf, ConvertsForgottenValuesAgain) {
    const View view(description);
    Values values = view.defaults();
    for (int round = 0; round < 2; ++round)
        for (int n = 0; n < 100; ++n) {
            values[0] = n / 4.0;
            EXPECT_EQ(view.figure("main", computed(view, values), {}, {}).subtitle, format_number(n / 2.0));
        }
}

TEST(ViewOf, ShowsFiguresAndReadoutsWhatWasPrepared) {
    const View view(description);
    const Values values = view.defaults();
    const std::vector<Variant> before{{values, nullptr, ""}}, after = computed(view, values);
    EXPECT_EQ(view.figure("main", before, {}, {}).subtitle, "not prepared");
    EXPECT_EQ(view.figure("main", after, {}, {}).subtitle, "4");
    EXPECT_TRUE(view.readout(before, {}, {}).rows.empty());
    const Readout readout = view.readout(after, {}, {});
    ASSERT_EQ(readout.rows.size(), 1U);
    EXPECT_EQ(readout.rows[0].value, "4");
    EXPECT_EQ(readout.rows[0].number, 4);
}

TEST(ViewOf, ShowsWhatWasPreparedWithPartialData) {
    const View view(description);
    std::vector<Variant> published;
    SampleRequest request;
    request.publish = [&](Data data) {
        EXPECT_TRUE(data.partial);
        published.push_back({view.defaults(), std::make_shared<const Data>(std::move(data)), ""});
    };
    static_cast<void>(computed(view, view.defaults(), request));
    ASSERT_EQ(published.size(), 1U);
    EXPECT_EQ(view.figure("main", published, {}, {}).subtitle, "4");
}

TEST(ReadoutValue, IsANumberWithItsText) {
    EXPECT_EQ(readout_value(1.23456, 2).text, "1.23");
    EXPECT_EQ(readout_value(1.23456, 2).number, 1.23456);
    EXPECT_EQ(readout_value(std::nan(""), 2).text, "–");
    EXPECT_EQ(readout_value(
                  2, [](double value, int more) { return format_number(value + more); }, 3)
                  .text,
              "5");
    EXPECT_EQ(ReadoutValue(std::int64_t{65'536}).text, "65,536");
    EXPECT_EQ(ReadoutValue(std::int64_t{65'536}).number, 65'536);
}

}  // namespace
}  // namespace counting_view
}  // namespace poslab
