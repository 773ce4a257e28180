// Parameter files: values in range that survive writing and reading, or a refusal that names the file.
#include "core/documents/parameter_file.hpp"
#include "core/documents/result.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/fuzz/targets/target.hpp"
#include "tests/support/random_values.hpp"

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const View* view : all_views())
        for (const std::uint64_t seed : {3U, 4U})
            seeds.push_back(
                result_json(*view, view->adjusted(random_values(view->parameters(), seed)), Data{}));
    return seeds;
}

std::vector<std::string> poslab::test::fuzz_words() {
    std::vector<std::string> words{"{\"view\":", "\"parameters\":{", "\"arrays\":[", "null", "1e400",
                                   "\"0:10\"",   "\"8x8\"",          "\"auto\"",     "[1,2]"};
    for (const View* view : all_views()) {
        words.push_back("\"" + std::string(view->info().id) + "\"");
        for (const Descriptor& d : view->parameters()) words.push_back("\"" + std::string(d.id) + "\":");
    }
    return words;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string path = test::written(test::input_text(data, size));
    test::accepts([&] {
        const OpenedParameters opened = read_parameter_file(path, all_views());
        test::require(opened.view != nullptr, "no view");
        for (std::size_t n = 0; n < opened.values.size(); ++n)
            check_value(opened.view->parameters()[n], opened.values[n]);
        test::written(result_json(*opened.view, opened.values, Data{}));
        const OpenedParameters again = read_parameter_file(path, all_views());
        test::require(again.view == opened.view && again.values == opened.values,
                      "does not survive writing and reading");
    });
    return 0;
}
