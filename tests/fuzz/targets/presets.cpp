// Preset files: accepted presets survive writing and reading.
#include "app/state/presets.hpp"
#include "app/state/store.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/fuzz/targets/target.hpp"

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    return {
        R"({"poslab_presets": 1, "presets": [{"name": "long", "view": "position-matrix", "views": {"position-matrix": {"w": 512}}}]})",
        R"({"poslab_presets": 1, "presets": [{"name": "a", "views": {"attention": {"length": 64, "new": 1}}}, {"name": "a", "views": {}}], "more": []})"};
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"{\"poslab_presets\":1,",
            "\"presets\":[",
            "{\"name\":",
            "\"view\":",
            "\"views\":{",
            "\"position-matrix\":{",
            "\"w\":",
            "null",
            "1e400",
            "\"\"",
            "\\u0000"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const test::TemporaryName input("json", test::input_file().path());
    const std::filesystem::path folder = input.folder();
    static const Store fresh(all_views());
    std::filesystem::remove(folder / "presets.json");
    const std::string path = test::written(test::input_text(data, size));
    test::accepts([&] {
        Presets presets(folder.string());
        static_cast<void>(presets.read_from(path, fresh));
        const std::vector<std::string> names = presets.names();
        Presets again(folder.string());
        const auto why = again.read();
        test::require(!why || names.empty(), "saved presets are refused");
        test::require(again.names() == names, "other presets after writing and reading");
        Store store(all_views());
        for (const std::string& name : names) static_cast<void>(again.apply(name, store));
    });
    return 0;
}
