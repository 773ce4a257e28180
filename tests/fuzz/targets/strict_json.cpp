// JSON: accepted texts survive writing and reading, and the lenient reader reads a strict text identically.
#include "core/files/strict_json.hpp"
#include "tests/fuzz/targets/target.hpp"

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    return {R"({"a": [1, -2.5e3, true, null, "b\u00e9\n"], "c": {"d": {}}})", "[[[[]]]]", "NaN",
            "[Infinity, -Infinity]", "18446744073709551615"};
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"null",     "true",      "false",        "NaN",
            "Infinity", "-Infinity", "1e400",        "1e-400",
            "\\ud800",  "\\u0000",   "\\\"",         "[[[[[[[[",
            "{\"a\":",  "-0",        "\xEF\xBB\xBF", "99999999999999999999"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = test::input_text(data, size);
    nlohmann::json strict, lenient;
    const bool is_strict = test::accepts([&] {
        strict = parse_strict_json(text, "f");
        test::require(parse_strict_json(strict.dump(), "g") == strict,
                      "does not survive writing and reading");
    });
    const bool is_lenient = test::accepts([&] { lenient = parse_python_json(text, "f"); });
    test::require(!is_strict || (is_lenient && strict == lenient), "two readers disagree");
    return 0;
}
