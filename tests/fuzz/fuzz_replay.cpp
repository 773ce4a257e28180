// fuzz_replay [SEED [COUNT]]: random scripts of input. Each is read whole, or refused by an InputError that names script and line.
#include "app/window/replay_script.hpp"
#include "core/base/errors.hpp"
#include "tests/fuzz/random_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace poslab;

constexpr std::array<std::string_view, 12> lines{
    "move 10 -2.5", "move w 0.4", "press left", "release left", "wheel 0 -1", "key a ctrl+shift",
    "key page-up",  "type a 中",  "wait",       "frame",        "# words",    ""};

/// A line as it should be, damaged, or words in no order.
std::string line(test::RandomText& random) {
    std::string text(lines[random.below(lines.size())]);
    const std::uint64_t kind = random.below(4);
    if (kind == 0) random.damage(text);
    if (kind == 1)
        for (std::uint64_t words = random.below(4); words > 0; --words) text += " " + random.text();
    return text;
}

std::string script(test::RandomText& random) {
    std::string text;
    for (std::uint64_t more = random.below(6); more > 0; --more) text += line(random) + "\n";
    return text;
}

/// Empty: all is well.
std::string problem_of(const std::string& text, bool& taken) {
    const auto last = 1 + std::count(text.begin(), text.end(), '\n');
    try {
        int before = 0;
        for (const ReplayStep& step : parse_replay(text, "script")) {
            taken = true;
            if (step.line <= before || step.line > last) return "a step has a wrong line";
            before = step.line;
        }
        return "";
    } catch (const InputError& error) {
        return std::string_view(error.what()).starts_with("script: line ") ? "" : error.what();
    } catch (const std::exception& error) {
        return std::string("not an InputError: ") + error.what();
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const int count = argc > 2 ? std::atoi(argv[2]) : 400'000;
    test::RandomText random(
        seed, {"move", "press", "release", "wheel", "key",        "type",  "wait", "frame", "w",    "0.5", "-3", "1e400", "nan",
               "left", "ctrl",  "+",       "a",     "ctrl+shift", "enter", "#",    "\n",    "\r\n", "\t",  "中", "\xF0"});
    int steps = 0;
    for (int n = 0; n < count; ++n) {
        const std::string text = script(random);
        bool taken = false;
        const std::string problem = problem_of(text, taken);
        steps += taken ? 1 : 0;
        if (problem.empty()) continue;
        std::printf("text %d: %s\n  %s\n", n, problem.c_str(), test::printable(text).c_str());
        return 1;
    }
    std::printf("seed %llu: %d scripts, %d with steps\n", static_cast<unsigned long long>(seed), count, steps);
    return steps > 0 && steps < count ? 0 : 1;  // the vocabulary reaches both
}
