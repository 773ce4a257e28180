// Which engine computes, as the command line has it: by name or not at all, and what a failure on the way tells.
#include "app/bench/measure.hpp"
#include "app/cli/export.hpp"
#include "core/engine/auto_engine.hpp"
#include "tests/cli/command_line_run.hpp"
#include "tests/support/fake_engines.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

namespace poslab::test {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

json parsed(const Words& words) {
    const Ran ran = poslab(words);
    expect_fine(ran);
    return json::parse(ran.out);
}

// A machine has a graphics processor, a software rasteriser or neither: `doctor` says which, and `--engine` holds to it.
TEST(Engines, AreUsedByNameOrItIsAnError) {
    const json report = parsed({"doctor", "--json"});
    for (const json& engine : report["engines"]) {
        const std::string name = engine["name"];
        SCOPED_TRACE(name);
        const Words words{"compute", "position-matrix", "--length", "64", "--engine", name, "-o", "-"};
        if (engine["available"] == true)
            EXPECT_EQ(parsed(words)["engine"], name);
        else
            expect_error(poslab(words), 6, "engine " + name + ": " + engine["reason"].get<std::string>());
    }
}

/// A catalogue whose cuda runs, so that less work goes there, and the processor's own engines.
std::shared_ptr<const EngineCatalogue> with_cuda(std::shared_ptr<const FakeEngine> cuda) {
    const std::shared_ptr<const Engine> cpu{std::shared_ptr<const Engine>(), &cpu_engine()};
    auto catalogue = catalogue_of({{"cpu", cpu}, {"cuda", std::move(cuda)}});
    static_cast<void>(catalogue->status("cuda"));
    return catalogue;
}

/// The attention view with as many tokens as a device that runs is worth on this machine.
Selection enough_attention(std::shared_ptr<const EngineCatalogue> catalogue) {
    const View& view = find_view("attention");
    const GpuWorth worth = gpu_worth(worker_threads());
    const auto attention = static_cast<std::size_t>(Operation::attention);
    const double cells = 2 * worth.least_seconds[attention] / worth.cpu_seconds[attention] / 8;
    Values values = view.defaults();
    const auto set = [&](std::string_view id, const std::string& text) {
        const auto index = static_cast<std::size_t>(parameter_index(view, id));
        values[index] = parse_value(view.parameters()[index], text);
    };
    set("dim", "8");
    set("length", std::to_string(std::llround(std::ceil(std::sqrt(cells)))));
    return {&view, view.checked(values), {}, {"auto", std::move(catalogue)}};
}

TEST(Engines, AFailureReachesTheWarningsAndTheCaller) {
    const auto cuda = std::make_shared<FakeEngine>("cuda");
    cuda->fail = [] { throw Unavailable("4 GB were wanted, and it has 2 GB"); };
    const TemporaryFolder folder;
    const std::string path = folder / "a.json";
    NumbersRequest request{enough_attention(with_cuda(cuda)), "map", NumberFormat::json, path};
    const std::vector<Sentence> notices = export_numbers(request, {});
    EXPECT_GE(cuda->calls, 1);
    const std::string sentence = "cuda: 4 GB were wanted, and it has 2 GB. Continuing on cpu.";
    ASSERT_EQ(notices.size(), 1U);
    EXPECT_EQ(notices[0].en, sentence);
    const json answer = json::parse(std::ifstream(path));
    EXPECT_EQ(answer["engine"], "cpu");
    EXPECT_EQ(answer["warnings"], json::array({sentence}));
}

TEST(Engines, NothingIsToldWhereNothingFailed) {
    const auto cuda = std::make_shared<FakeEngine>("cuda");
    const auto catalogue = with_cuda(cuda);
    const TemporaryFolder folder;
    const std::string path = folder / "a.json";
    Selection small{&find_view("attention"), find_view("attention").defaults(), {}, {"auto", catalogue}};
    EXPECT_TRUE(export_numbers({small, "map", NumberFormat::json, path}, {}).empty());
    EXPECT_EQ(cuda->calls, 0) << "the defaults are small";
    EXPECT_EQ(json::parse(std::ifstream(path))["engine"], "cpu");
}

}  // namespace
}  // namespace poslab::test
