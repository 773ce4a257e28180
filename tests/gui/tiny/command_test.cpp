// "Copy as command" copies a command line that reproduces the values.
#include "app/cli/export.hpp"
#include "app/cli/options.hpp"
#include "core/base/errors.hpp"
#include "core/params/filling.hpp"
#include "tests/gui/tiny/tiny_view.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace poslab::test {
namespace {

/// Splits the command as a shell would; only single quotes occur.
std::vector<std::string> words_of(const std::string& command) {
    std::vector<std::string> words{""};
    bool quoted = false;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        if (c == '\'')
            quoted = !quoted;
        else if (c == '\\' && !quoted)
            words.back() += command[++i];
        else if (c == ' ' && !quoted)
            words.emplace_back();
        else
            words.back() += c;
    }
    return words;
}

std::string command_of(const Values& values) {
    PictureRequest request{{&tiny_view(), values, {}, {"auto"}}};
    request.path = "a.png";
    return command_line(request);
}

Values values_of_command(const std::string& command) {
    std::vector<std::string> words = words_of(command);
    words.erase(words.begin());  // the program
    return read_options(words).values;
}

Values filled(const std::string& id, const std::string& text) {
    Values values = tiny_view().defaults();
    const std::size_t index = place_of(id);
    set_and_fill(tiny_view().parameters(), index, parse_value(tiny_view().parameters()[index], text), values);
    return values;
}

TEST(TinyCommand, NamesThePresetAndOnlyWhatDiffersFromIt) {
    Values values = filled("preset", "fast");
    EXPECT_EQ(command_of(values), "poslab plot tiny-wave --preset fast -o a.png");
    values[place_of("wave-theta")] = 0.7;
    EXPECT_EQ(command_of(values), "poslab plot tiny-wave --wave-theta 0.7 --preset fast -o a.png");
    values[place_of("overtones")] = ChoiceList{{1, 2}};
    EXPECT_EQ(
        command_of(values),
        "poslab plot tiny-wave --wave-theta 0.7 --preset fast --overtones twelfth,double-octave -o a.png");
    values[place_of("factors")] = NumberList{};
    values[place_of("amplification")] = OptionalReal{};
    EXPECT_EQ(values_of_command(command_of(values)), values);
}

TEST(TinyCommand, RoundTripsFromAnywhere) {
    const TemporaryFolder folder;
    const std::string config = write_config(folder, "my config.json", 1.5);
    const std::uint64_t seed = test_seed();
    const auto list = tiny_view().parameters();
    for (std::uint64_t n = 0; n < 500; ++n) {
        Values values = random_values(list, seed + n);
        if (n % 3 == 0) values[place_of("config")] = FileName{config};
        if (n % 6 == 0) values[place_of("preset")] = ChoiceIndex{};
        SCOPED_TRACE(command_of(values).substr(0, 200) + ", seed " + std::to_string(seed + n));
        EXPECT_EQ(values_of_command(command_of(values)), values);
    }
}

TEST(TinyCommand, AConfigThatIsGoneIsLeftOutAndItsValuesAreWritten) {
    const TemporaryFolder folder;
    const std::string config = write_config(folder, "config.json", 1.5);
    Values values = filled("config", config);
    values[place_of("wave-length")] = std::int64_t{50};
    EXPECT_EQ(command_of(values), "poslab plot tiny-wave --wave-length 50 --config " + config + " -o a.png");
    EXPECT_EQ(values_of_command(command_of(values)), values);
    std::filesystem::remove(config);
    EXPECT_EQ(command_of(values),
              "poslab plot tiny-wave --wave-theta 1.5 --wave-length 50 --factors 1,2 -o a.png");
    Values without = values;
    without[place_of("config")] = FileName{};
    EXPECT_EQ(values_of_command(command_of(values)), without);
}

TEST(TinyCommand, NamesLikeFlagsAndQuotesAreKept) {
    for (const char* name : {"-dash.json", "it's; rm.json", "a,b=c.json#part", "$HOME \"x\".json"}) {
        const TemporaryFolder folder;
        const auto before = std::filesystem::current_path();
        std::filesystem::current_path(folder.path());
        const std::string plain = std::string(name).substr(0, std::string(name).find('#'));
        std::ofstream(plain) << R"({"tiny_theta": 1.5, "part": {"tiny_theta": 2}})";
        const Values values = filled("config", name);
        EXPECT_EQ(values_of_command(command_of(values)), values) << command_of(values);
        std::filesystem::current_path(before);
    }
}

TEST(TinyCommand, VersusTakesListsAndPresets) {
    const auto variants = [](const std::string& versus) {
        return variants_of({&tiny_view(), tiny_view().defaults(), {versus}, {"auto"}}, Language::english);
    };
    const auto lists = variants("factors=1,2,4,wave-theta=0.5");
    ASSERT_EQ(lists.size(), 2U);
    EXPECT_EQ(lists[1].values[place_of("factors")], Value(NumberList{{1, 2, 4}}));
    EXPECT_EQ(lists[1].values[place_of("wave-theta")], Value(0.5));
    EXPECT_EQ(lists[1].label, "θ = 0.5, Factors = 1; 2; 4");
    EXPECT_EQ(variants("factors=1,2,3,4,5")[1].label, "Factors = 1; …; 5");
    const auto several = variants("overtones=octave,fifth,wave-theta=0.5");
    EXPECT_EQ(several[1].values[place_of("overtones")], Value(ChoiceList{{0, 4}}));
    EXPECT_EQ(several[1].values[place_of("wave-theta")], Value(0.5));
    EXPECT_EQ(several[1].label, "θ = 0.5, Overtones = Octave + Fifth above");
    EXPECT_EQ(variants("overtones=none")[1].label, "Overtones = none");
    const auto preset = variants("wave-length=9,preset=fast");
    EXPECT_EQ(preset[1].values[place_of("amplification")], Value(OptionalReal{2.5, true}));
    EXPECT_EQ(preset[1].values[place_of("wave-length")], Value(std::int64_t{9}));
    EXPECT_EQ(preset[1].label, "L = 9, Fast");
    EXPECT_THROW(static_cast<void>(variants("wave-theta=0.5,0.6")), UsageError)
        << "only lists and files go on after a comma";
    EXPECT_THROW(static_cast<void>(variants("1,2")), UsageError);
    EXPECT_THROW(static_cast<void>(variants("config=/nothing/here.json")), InputError);
}

}  // namespace
}  // namespace poslab::test
