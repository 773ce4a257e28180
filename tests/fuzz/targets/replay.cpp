// Replay scripts: steps with increasing line numbers, or an InputError that names the line.
#include "app/window/replay_script.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <algorithm>

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    return {"move 10 -2.5\nmove w 0.4\npress left\nrelease left\nwheel 0 -1\n",
            "key a ctrl+shift\nkey page-up\ntype a 中\nwait\nframe\n# words\n\n"};
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"move ",   "press ", "release ", "wheel ", "key ",  "type ", "wait\n",
            "frame\n", "left",   "right",    "middle", "ctrl+", "shift", "enter",
            "page-up", "1e400",  "nan",      "#",      "\r\n",  "中",    "\xF0"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = test::input_text(data, size);
    const auto last = 1 + std::count(text.begin(), text.end(), '\n');
    test::accepts([&] {
        try {
            int before = 0;
            for (const ReplayStep& step : parse_replay(text, "script")) {
                test::require(step.line > before && step.line <= last, "a step has a wrong line");
                before = step.line;
            }
        } catch (const InputError& error) {
            test::require(std::string_view(error.what()).starts_with("script: line "),
                          "a refusal without a line number");
            throw;
        }
    });
    return 0;
}
