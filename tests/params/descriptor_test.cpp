#include "core/params/descriptor.hpp"

#include "app/cli/options.hpp"
#include "core/base/errors.hpp"
#include "core/params/aggregate.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/seed.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace poslab {
namespace {

std::string_view chinese(Text text) { return in(test::chinese(), text); }

struct Two {
    double a = 1;
    bool b = true;
};
struct Nested {
    Two two;
    std::int64_t c = 0;
    Interval d;
};
static_assert(member_count<Two> == 2);
static_assert(member_count<Nested> == 3, "a nested aggregate is one member");
static_assert(member_count<Interval> == 3);

std::string message_of(const Descriptor& descriptor, std::string_view text) {
    try {
        const Value value = parse_value(descriptor, text);
        return "accepted as " + to_string(descriptor, value);
    } catch (const UsageError& error) {
        EXPECT_EQ(error.exit_code(), 2);
        return error.what();
    }
}

bool refuses(const Descriptor& descriptor, std::string_view text) {
    const std::string message = message_of(descriptor, text);
    const bool refused = !message.starts_with("accepted");
    // The message must name the parameter, the value and what is allowed.
    if (refused) {
        EXPECT_TRUE(
            message.starts_with(fmt::format("--{} {}: must be ", descriptor.id, text.empty() ? "''" : text)))
            << message;
    }
    return refused;
}

const Descriptor& descriptor_of(std::string_view id, std::string_view view = "position-matrix") {
    const View& of = find_view(view);
    return of.parameters()[static_cast<std::size_t>(parameter_index(of, id))];
}

template <class F>
void for_every_descriptor(F&& f) {
    for (const View* view : all_views())
        for (const Descriptor& descriptor : view->parameters()) {
            SCOPED_TRACE(fmt::format("{} --{}", view->info().id, descriptor.id));
            f(descriptor);
        }
}

bool is_number(const Descriptor& d) { return d.kind == Kind::integer || d.kind == Kind::real; }

void expect_round_trip(const Descriptor& descriptor, const Value& value) {
    EXPECT_NO_THROW(check_value(descriptor, value));
    const std::string text = to_string(descriptor, value);
    const Value again = parse_value(descriptor, text);
    if (const auto* file = std::get_if<FileName>(&value); file != nullptr && file->path == "none") {
        EXPECT_EQ(std::get<FileName>(again).path, "./none") << "the word alone means no file";
        return;
    }
    EXPECT_EQ(again, value) << text;
}

/// The smallest and the largest value that the descriptor allows.
std::array<Value, 2> ends_of(const Descriptor& d) {
    const double low =
        d.domain.open_minimum ? std::nextafter(d.domain.minimum, d.domain.maximum) : d.domain.minimum;
    const double high =
        d.domain.open_maximum ? std::nextafter(d.domain.maximum, d.domain.minimum) : d.domain.maximum;
    switch (d.kind) {
        case Kind::toggle:
            return {false, true};
        case Kind::choice:
            return {ChoiceIndex{0}, ChoiceIndex{static_cast<std::int32_t>(d.domain.choices.size()) - 1}};
        case Kind::integer:
            return {static_cast<std::int64_t>(std::ceil(low)), static_cast<std::int64_t>(d.domain.maximum)};
        case Kind::real:
            return {low, high};
        case Kind::interval:
            return {
                Interval{static_cast<std::int64_t>(low), static_cast<std::int64_t>(low) + 1, true},
                Interval{static_cast<std::int64_t>(low), static_cast<std::int64_t>(d.domain.maximum), true}};
        case Kind::resolution:
            return {Resolution{1, 1, true}, Resolution{4096, 4096, true}};
        case Kind::optional_real:
            return {OptionalReal{low, true}, OptionalReal{high, true}};
        case Kind::list:
            return {NumberList{{d.domain.whole ? std::ceil(low) : low}},
                    NumberList{std::vector<double>(max_numbers, high)}};
        case Kind::choice_list: {
            ChoiceList all;
            for (std::size_t i = d.domain.choices.size(); i > 0; --i)
                all.set(static_cast<std::int32_t>(i - 1), true);
            return {ChoiceList{}, all};
        }
        case Kind::axes:
            return {AxisSettings{{{"a", true, 99, AxisSetting::Scale::symlog, true, -1e300, 1e300}}},
                    AxisSettings{{{"", false, 1, AxisSetting::Scale::log}}}};
        case Kind::file:
            return {FileName{"none"}, FileName{"a folder/配置#part"}};
    }
    return {};
}

TEST(Descriptors, DefaultsAndEndsRoundTrip) {
    for (const View* view : all_views()) {
        const Values defaults = view->defaults();
        const auto list = view->parameters();
        ASSERT_EQ(defaults.size(), list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            SCOPED_TRACE(list[i].id);
            expect_round_trip(list[i], defaults[i]);
            for (const Value& end : ends_of(list[i])) expect_round_trip(list[i], end);
        }
        EXPECT_EQ(view->checked(defaults), defaults) << view->info().id;
        EXPECT_EQ(view->adjusted(defaults), defaults) << view->info().id;
    }
}

/// Returns the number of choices from which the parameter accepts to set others; all choices if it sets none.
std::size_t accepted_choices(const Descriptor& descriptor) {
    std::size_t accepted = 0;
    for (std::int32_t index = 0; index < std::ssize(descriptor.domain.choices); ++index) {
        try {
            if (descriptor.expand_preset != nullptr)
                static_cast<void>(descriptor.expand_preset(Value(ChoiceIndex{index})));
            ++accepted;
        } catch (const Error&) {  // a preset that lacks what the view shows
            EXPECT_NE(index, 0) << descriptor.id << ": the first choice is no model";
        }
    }
    return accepted;
}

TEST(Descriptors, RandomPointsRoundTripAndReachEveryEndAndChoice) {
    const std::uint64_t seed = test::test_seed();
    for (const View* view : all_views()) {
        const auto list = view->parameters();
        std::vector<std::set<std::string>> seen(list.size());
        for (std::uint64_t n = 0; n < 1000; ++n) {
            SCOPED_TRACE(fmt::format("seed {} point {}", seed, n));
            const Values values = random_values(list, seed + n);
            EXPECT_EQ(values, random_values(list, seed + n));
            for (std::size_t i = 0; i < list.size(); ++i) {
                expect_round_trip(list[i], values[i]);
                seen[i].insert(to_string(list[i], values[i]));
            }
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i].kind == Kind::choice) {
                EXPECT_EQ(seen[i].size(), accepted_choices(list[i])) << list[i].id;
            }
            if (list[i].kind == Kind::toggle) {
                EXPECT_EQ(seen[i].size(), 2U) << list[i].id;
            }
            if (!is_number(list[i])) continue;
            for (const Value& end : ends_of(list[i]))
                EXPECT_TRUE(seen[i].contains(to_string(list[i], end))) << list[i].id;
        }
    }
}

TEST(Descriptors, NumbersJustOutsideAreRefused) {
    const double inf = std::numeric_limits<double>::infinity();
    for_every_descriptor([&](const Descriptor& d) {
        if (!is_number(d)) return;
        const bool whole = d.kind == Kind::integer;
        const double below = whole ? d.domain.minimum - 1 : std::nextafter(d.domain.minimum, -inf);
        const double above = whole ? d.domain.maximum + 1 : std::nextafter(d.domain.maximum, inf);
        EXPECT_TRUE(refuses(d, fmt::format("{}", below)));
        EXPECT_TRUE(refuses(d, fmt::format("{}", above)));
        if (d.domain.open_minimum) {
            EXPECT_TRUE(refuses(d, fmt::format("{}", d.domain.minimum)));
        }
        if (d.domain.open_maximum) {
            EXPECT_TRUE(refuses(d, fmt::format("{}", d.domain.maximum)));
        }
        const auto value = [&](double number) {
            return whole ? Value{static_cast<std::int64_t>(number)} : Value{number};
        };
        EXPECT_THROW(check_value(d, value(below)), UsageError);
        EXPECT_THROW(check_value(d, value(above)), UsageError);
    });
}

TEST(Descriptors, NonsenseIsRefusedByEveryKind) {
    for_every_descriptor([&](const Descriptor& d) {
        for (const char* text :
             {"",      " ",    "nan",   "-nan",   "inf", "-inf",  "infinity", "1e400", "-1e400",
              "12abc", "0x10", "0x1p4", " 5",     "5 ",  "1,000", "5;",       "--5",   "+-5",
              "-+5",   "一二", "\xff",  "NaN(1)", "1e",  "e5",    ".",        "-"}) {
            const std::string_view word(text);
            if (d.kind == Kind::file) continue;  // any name may be a file
            if (d.kind == Kind::list && (word.empty() || word == "1,000" || word == " 5" || word == "5 "))
                continue;
            EXPECT_TRUE(refuses(d, text)) << text;
        }
        EXPECT_THROW(static_cast<void>(parse_value(d, std::string_view("5\0", 2))), UsageError);
    });
}

TEST(Descriptors, WholeNumbersMayHaveAnExponentButNoFraction) {
    const Descriptor& length = descriptor_of("length");
    EXPECT_EQ(parse_value(length, "1e6"), Value{std::int64_t{1'000'000}});
    EXPECT_EQ(parse_value(length, "+12"), Value{std::int64_t{12}});
    EXPECT_EQ(parse_value(length, "12.0"), Value{std::int64_t{12}});
    EXPECT_TRUE(refuses(length, "1.5"));
    EXPECT_TRUE(refuses(length, "1e-1"));
    EXPECT_TRUE(refuses(length, "1e18"));
    EXPECT_EQ(message_of(length, "0"), "--length 0: must be a whole number in [1, 16777216]");
    EXPECT_EQ(message_of(descriptor_of("k"), "0.5"), "--k 0.5: must be a number in [1, 1000000]");
    EXPECT_EQ(message_of(descriptor_of("causal"), "maybe"), "--causal maybe: must be true or false");
    EXPECT_EQ(message_of(descriptor_of("pool"), "Mean"),
              "--pool Mean: must be one of mean, max, sample (did you mean mean?)");
}

TEST(Descriptors, OpenAndNegativeRanges) {
    const Descriptor base{
        .id = "base", .domain = {.minimum = 1, .maximum = 1e12, .open_minimum = true}, .kind = Kind::real};
    EXPECT_TRUE(refuses(base, "1"));
    EXPECT_NO_THROW(static_cast<void>(parse_value(base, "1.0000000000000002")));
    EXPECT_EQ(range_text(base), "(1, 1e+12]");
    const Descriptor share{
        .id = "share", .domain = {.minimum = 0, .maximum = 1, .open_maximum = true}, .kind = Kind::real};
    EXPECT_EQ(range_text(share), "[0, 1)");
    EXPECT_EQ(message_of(share, "1"), "--share 1: must be a number in [0, 1)");
    EXPECT_EQ(parse_value(share, "0.9999999999999999"), Value{0.9999999999999999});
    EXPECT_THROW(check_value(share, Value{1.0}), UsageError);
    const Descriptor offset{.id = "offset", .domain = {.minimum = -8, .maximum = -2}, .kind = Kind::integer};
    EXPECT_EQ(parse_value(offset, "-8"), Value{std::int64_t{-8}});
    EXPECT_TRUE(refuses(offset, "+-4"));
    EXPECT_TRUE(refuses(offset, "-9"));
    EXPECT_TRUE(refuses(offset, "-1"));
}

TEST(Descriptors, Intervals) {
    const Descriptor& rows = descriptor_of("rows");
    EXPECT_EQ(parse_value(rows, "10:20"), (Value{Interval{10, 20, true}}));
    EXPECT_EQ(parse_value(rows, "0:1e6"), (Value{Interval{0, 1'000'000, true}}));
    EXPECT_EQ(parse_value(rows, "all"), Value{Interval{}});
    for (const char* text : {"20:10", "5:5", "-3:4", "1:", ":3", ":", "1:2:3", "1.5:3", "0:16777217", "a:b",
                             "1-3", "0:1e400", "0: 3"})
        EXPECT_TRUE(refuses(rows, text)) << text;
    try {
        static_cast<void>(parse_value(rows, "0:99999999999999999999"));
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find("--rows 0:99999999999999999999: must be within [0, "),
                  std::string::npos)
            << error.what();
    }
}

int exit_code_of(const Descriptor& descriptor, std::string_view text) {
    try {
        static_cast<void>(parse_value(descriptor, text));
        return 0;
    } catch (const Error& error) {
        const std::string what = error.what();
        EXPECT_TRUE(what.starts_with("--resolution ")) << what;
        if (error.exit_code() == 5) {
            EXPECT_NE(what.find("16,777,216"), std::string::npos) << what;
        }
        return error.exit_code();
    }
}

TEST(Descriptors, Resolutions) {
    const Descriptor& resolution = descriptor_of("resolution");
    const std::map<std::string, int> codes{{"1x1", 0},
                                           {"4096x4096", 0},
                                           {"16777216x1", 0},
                                           {"1e3x1e3", 0},
                                           {"auto", 0},
                                           {"4097x4096", 5},
                                           {"1000000x1000000", 5},
                                           {"1e6x1e6", 5},
                                           {"1e300x1e300", 5},
                                           {"99999999999999999999x4", 5},
                                           {"-1e300x4", 2},
                                           {"0x5", 2},
                                           {"5x0", 2},
                                           {"-1x5", 2},
                                           {"5", 2},
                                           {"5x", 2},
                                           {"x5", 2},
                                           {"5x5x5", 2},
                                           {"1.5x2", 2},
                                           {"5X5", 2}};
    for (const auto& [text, code] : codes) EXPECT_EQ(exit_code_of(resolution, text), code) << text;
    try {
        static_cast<void>(parse_value(resolution, "99999999999999999999x4"));
    } catch (const TooLarge& error) {
        EXPECT_STREQ(error.what(),
                     "--resolution 99999999999999999999x4: at most 16,777,216 cells are allowed");
    }
    EXPECT_EQ(parse_value(resolution, "300x200"), (Value{Resolution{300, 200, true}}))
        << "columns come first";
}

TEST(Descriptors, ValuesOfAnotherKindAreRefused) {
    const std::array<Value, 11> every{true,
                                      std::int64_t{8},
                                      8.0,
                                      ChoiceIndex{0},
                                      Interval{0, 8, true},
                                      Resolution{8, 8, true},
                                      OptionalReal{8, true},
                                      NumberList{{8}},
                                      FileName{"8"},
                                      ChoiceList{{0}},
                                      AxisSettings{}};
    const std::map<Kind, std::size_t> own{
        {Kind::toggle, 0},   {Kind::integer, 1},     {Kind::real, 2},          {Kind::choice, 3},
        {Kind::interval, 4}, {Kind::resolution, 5},  {Kind::optional_real, 6}, {Kind::list, 7},
        {Kind::file, 8},     {Kind::choice_list, 9}, {Kind::axes, 10}};
    for_every_descriptor([&](const Descriptor& d) {
        for (std::size_t i = 0; i < every.size(); ++i)
            if (i != own.at(d.kind)) {
                EXPECT_THROW(check_value(d, every[i]), UsageError) << i;
            }
        if (d.kind == Kind::choice) {
            EXPECT_THROW(check_value(d, ChoiceIndex{-1}), UsageError);
            EXPECT_THROW(check_value(d, ChoiceIndex{static_cast<std::int32_t>(d.domain.choices.size())}),
                         UsageError);
        }
        if (d.kind == Kind::real) {
            EXPECT_THROW(check_value(d, std::nan("")), UsageError);
            EXPECT_THROW(check_value(d, std::numeric_limits<double>::infinity()), UsageError);
        }
    });
}

TEST(Descriptors, IdsAreUniqueFreeAndPlain) {
    const auto reserved = reserved_options();
    for (const View* view : all_views()) {
        std::set<std::string_view> ids;
        for (const Descriptor& d : view->parameters()) {
            SCOPED_TRACE(d.id);
            EXPECT_TRUE(ids.insert(d.id).second) << "twice in " << view->info().id;
            EXPECT_EQ(std::count(reserved.begin(), reserved.end(), d.id), 0) << "is an option of the program";
            EXPECT_FALSE(d.id.empty());
            EXPECT_EQ(d.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
                      std::string_view::npos);
            std::set<std::string_view> choices;
            for (const Choice& choice : d.domain.choices) {
                EXPECT_TRUE(choices.insert(choice.id).second) << choice.id;
                EXPECT_EQ(choice.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-."),
                          std::string_view::npos)
                    << choice.id;
                EXPECT_FALSE(choice.label.en.empty() || chinese(choice.label).empty()) << choice.id;
            }
            EXPECT_EQ(d.kind == Kind::choice || d.kind == Kind::choice_list, !d.domain.choices.empty());
            if (d.kind == Kind::choice_list) {
                EXPECT_FALSE(choices.contains("none")) << "reserved for the empty list";
            }
        }
    }
}

TEST(Descriptors, TheSameIdIsTheSameDescriptorEverywhere) {
    std::map<std::string_view, std::string> known;
    for (const View* view : all_views())
        for (const Descriptor& d : view->parameters()) {
            // Reserved names on the command line, in a view that does not share its values.
            if (!view->info().shares && (d.id == "compare" || d.id == "tokens")) continue;
            const std::string all =
                fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {}", d.label.en, d.label.sense, d.symbol,
                            d.unit.en, d.unit.sense, d.help.en, d.help.sense, static_cast<int>(d.stage),
                            d.domain.open_minimum, static_cast<int>(d.control.spacing),
                            d.control.listed == Listed::nowhere, static_cast<int>(d.kind), range_text(d));
            EXPECT_EQ(known.emplace(d.id, all).first->second, all) << view->info().id << " --" << d.id;
        }
}

TEST(Descriptors, TextsAreThereInBothLanguages) {
    for_every_descriptor([](const Descriptor& d) {
        EXPECT_FALSE(d.label.en.empty() || chinese(d.label).empty());
        EXPECT_TRUE(d.help.en.ends_with('.') || d.help.en.ends_with('?')) << d.help.en;
        EXPECT_TRUE(chinese(d.help).ends_with("。") || chinese(d.help).ends_with("？")) << chinese(d.help);
        if (is_number(d)) {
            EXPECT_LT(d.domain.minimum, d.domain.maximum);
            EXPECT_LE(d.domain.maximum, 0x1p53) << "whole numbers travel as doubles";
        }
    });
}

}  // namespace
}  // namespace poslab
