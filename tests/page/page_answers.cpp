// Prints requests of a live page and the answers of the native engine, one JSON a line: for each view its
// defaults and random states, unless they take long. tests/page/wasm_test.mjs compares the engine in
// WebAssembly with them.
// Arguments: the number of random states per view.

#include "app/page/page_engine.hpp"
#include "core/views/registry.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {
namespace {

using Json = nlohmann::ordered_json;

constexpr double max_seconds = 0.25;  // WebAssembly takes up to five times as long

Json request_of(const std::string& state, const char* theme) {
    return {{"state", state},   {"actions", Json::array()}, {"width", 480},     {"height", 320},
            {"pixel_ratio", 1}, {"theme", theme},           {"language", "en"}, {"pointer", {200, 130}}};
}

std::string hexadecimal(const std::vector<std::uint8_t>& bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(2 * bytes.size());
    for (const unsigned byte : bytes) (text += digits[byte >> 4U]) += digits[byte & 15U];
    return text;
}

/// Returns actions that give some of the controls random values.
Json random_actions(const Json& controls, std::mt19937_64& random) {
    Json actions = Json::array();
    for (const Json& control : controls) {
        if (random() % 2 == 0) continue;
        const std::string kind = control["kind"];
        const std::string id = control["id"];
        const bool costs = id.find("length") != std::string::npos || id.find("order") != std::string::npos;
        const double most = costs ? 0.4 : 1;  // of the track: the time grows with the square
        if (kind == "slider")
            actions.push_back({{"type", "slider"},
                               {"parameter", id},
                               {"fraction", most * static_cast<double>(random() % 1000) / 1000}});
        if (kind == "choice" && !control["choices"].empty())
            actions.push_back({{"type", "value"},
                               {"parameter", control["id"]},
                               {"text", control["choices"][random() % control["choices"].size()]["id"]}});
        if (kind == "toggle")
            actions.push_back({{"type", "value"},
                               {"parameter", control["id"]},
                               {"text", random() % 2 == 0 ? "true" : "false"}});
    }
    return actions;
}

/// Prints request and answer; returns the answer, or null if it took too long or is an error.
Json print_answer(const Json& request, bool print = true) {
    PageEngine engine(fixed_width_metrics());
    const auto start = std::chrono::steady_clock::now();
    const PageAnswer answer = engine.answer(request.dump());
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    Json json = Json::parse(answer.json);
    if (taken.count() > max_seconds || !json["error"].is_null()) return nullptr;
    if (print)
        std::printf("%s\n", Json{{"request", request},
                                 {"answer", json},
                                 {"points", answer.points},
                                 {"pixels", hexadecimal(answer.pixels)}}
                                .dump()
                                .c_str());
    return json;
}

void print_view(const View& view, int count) {
    std::mt19937_64 random(20261128);
    const std::string id(view.info().id);
    const Json first = print_answer(request_of(id, "light"));
    if (first.is_null()) return;
    int printed = 0;
    for (int tries = 0; printed < count && tries < 3 * count; ++tries) {
        Json request = request_of(id, tries % 2 == 0 ? "light" : "dark");
        request["actions"] = random_actions(first["controls"], random);
        const Json changed = print_answer(request, false);
        if (changed.is_null()) continue;
        request["actions"] = Json::array();
        request["state"] = changed["state"];
        if (!print_answer(request).is_null()) ++printed;
    }
}

}  // namespace
}  // namespace poslab

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 5;
    for (const poslab::View* view : poslab::all_views()) poslab::print_view(*view, count);
}
