// The choice of the engine on the command line, by name or automatically, and how a failure during a
// computation is reported.
#include "app/bench/measure.hpp"
#include "app/cli/export.hpp"
#include "core/base/in_parallel.hpp"
#include "core/engine/auto_engine.hpp"
#include "core/engine/engine.hpp"
#include "core/views/registry.hpp"
#include "tests/cli/command_line_run.hpp"
#include "tests/support/fake_engines.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

namespace poslab::test {
namespace {

using nlohmann::json;
using Arguments = std::vector<std::string>;

// A machine has a graphics processor, a software rasteriser or neither: `doctor` says which, and `--engine`
// agrees.
TEST(Engines, AreUsedByNameOrItIsAnError) {
    const json report = parsed({"doctor", "--json"});
    for (const json& engine : report["engines"]) {
        const std::string name = engine["name"];
        SCOPED_TRACE(name);
        const Arguments words{"compute", "position-matrix", "--length", "64", "--engine", name, "-o", "-"};
        if (engine["available"] == true)
            EXPECT_EQ(parsed(words)["engine"], name);
        else
            expect_error(poslab(words), 6, "engine " + name + ": " + engine["reason"].get<std::string>());
    }
}

/// A catalogue with a running cuda engine, so that smaller computations go there, and the processor's own
/// engines.
std::shared_ptr<const EngineCatalogue> with_cuda(std::shared_ptr<const FakeEngine> cuda) {
    const std::shared_ptr<const Engine> cpu{std::shared_ptr<const Engine>(), &cpu_engine()};
    auto catalogue = catalogue_of({{"cpu", cpu}, {"cuda", std::move(cuda)}});
    static_cast<void>(catalogue->status("cuda"));
    return catalogue;
}

/// The attention view with d = 8 and its own catalogue.
Selection attention_of(std::int64_t tokens, std::shared_ptr<const EngineCatalogue> catalogue) {
    const View& view = find_view("attention");
    Values values = view.defaults();
    const auto set = [&](std::string_view id, const std::string& text) {
        const auto index = static_cast<std::size_t>(parameter_index(view, id));
        values[index] = parse_value(view.parameters()[index], text);
    };
    set("dim", "8");
    set("length", std::to_string(tokens));
    return {&view, view.checked(values), {}, {"auto", std::move(catalogue)}};
}

/// Returns a length whose work is twice the minimum for which `auto` uses a running device on this machine.
std::int64_t enough_tokens() {
    const OffloadThresholds thresholds = offload_thresholds(processor_threads());
    const auto attention = static_cast<std::size_t>(Operation::attention);
    const double cells = 2 * thresholds.min_seconds[attention] / thresholds.cpu_seconds[attention] / 8;
    return std::llround(std::ceil(std::sqrt(cells)));
}

TEST(Engines, AFailureReachesTheWarningsAndTheCaller) {
    const auto cuda = std::make_shared<FakeEngine>("cuda");
    cuda->fail = [] { throw Unavailable("4 GB were wanted, and it has 2 GB"); };
    const TemporaryFolder folder;
    const std::string path = folder / "a.json";
    NumbersRequest request{attention_of(enough_tokens(), with_cuda(cuda)), "map", "json", path};
    const std::vector<Message> notices = export_numbers(request, {});
    EXPECT_GE(cuda->calls, 1);
    const std::string message = "cuda: 4 GB were wanted, and it has 2 GB. Continuing on cpu.";
    const auto has_message = [&](const Message& notice) { return notice.english() == message; };
    // a note on pooled cells may be next to it
    EXPECT_EQ(std::count_if(notices.begin(), notices.end(), has_message), 1);
    const json answer = json::parse(std::ifstream(path));
    EXPECT_EQ(answer["engine"], "cpu");
    EXPECT_EQ(std::count(answer["warnings"].begin(), answer["warnings"].end(), json(message)), 1);
}

TEST(Engines, NothingIsToldWhereNothingFailed) {
    const auto cuda = std::make_shared<FakeEngine>("cuda");
    const TemporaryFolder folder;
    const std::string path = folder / "a.json";
    EXPECT_TRUE(export_numbers({attention_of(64, with_cuda(cuda)), "map", "json", path}, {}).empty());
    EXPECT_EQ(cuda->calls, 0) << "64 tokens take less time than their transfer to a device";
    EXPECT_EQ(json::parse(std::ifstream(path))["engine"], "cpu");
}

}  // namespace
}  // namespace poslab::test
