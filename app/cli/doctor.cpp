#include "app/cli/listing.hpp"

#include "app/paint/fonts.hpp"
#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/blas/open_blas.hpp"
#include "core/engine/operation_facts.hpp"
#include "core/files/json_text.hpp"

#include <fmt/format.h>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

namespace poslab {

namespace {

using nlohmann::ordered_json;

/// Returns the operations that an engine supports, at usual sizes and at the largest.
ordered_json support_json(const EngineStatus& status) {
    if (status.engine == nullptr) return nullptr;
    ordered_json json = ordered_json::object();
    for (const OperationFacts& facts : operation_facts())
        for (const auto& [text, size] : facts.examples) {
            if (text.empty()) continue;
            const Message reason = status.engine->unsupported_reason(facts.operation, size);
            json[std::string(facts.name)][std::string(text)] = reason.empty() ? "yes" : reason.english();
        }
    return json;
}

std::string or_none(const ordered_json& text) {
    const auto plain = text.get<std::string>();
    return plain.empty() ? "none" : plain;
}

/// Describes a graphics engine in one line.
std::string device_line(const EngineCatalogue& engines, std::string_view name) {
    if (!engines.has(name)) return "no such engine";
    const EngineStatus status = engines.status(name);
    return status.engine != nullptr ? status.device : status.reason;
}

ordered_json report(const EngineCatalogue& engines) {
    ordered_json json = ordered_json::object();
    json["version"] = POSLAB_VERSION;
    json["processors"] = std::thread::hardware_concurrency();
    json["memory"] = {{"present", present_memory()}, {"ceiling", memory_ceiling()}};
    json["engines"] = ordered_json::array();
    for (const EngineStatus& status : engines.statuses())
        json["engines"].push_back({{"name", status.name},
                                   {"available", status.engine != nullptr},
                                   {"device", status.device},
                                   {"reason", status.reason},
                                   {"supports", support_json(status)}});
    const char* display = std::getenv("DISPLAY");
    const char* wayland = std::getenv("WAYLAND_DISPLAY");
    json["display"] = display != nullptr ? display : (wayland != nullptr ? wayland : "");
    json["opengl"] = device_line(engines, "opengl") + " (the window needs 3.3 and checks it when it opens)";
    json["cuda"] = device_line(engines, "cuda");
    static constexpr std::array<const char*, face_count> names{
        "text",     "text, medium",      "text, semibold", "numbers", "numbers, medium",
        "formulas", "formulas, upright", "formulas, bold", "Chinese", "Chinese, bold"};
    const FontLibrary fonts;
    for (std::size_t i = 0; i < face_count; ++i)
        json["fonts"][names[i]] = fonts.file(static_cast<Face>(i)).path;
    json["missing"] = fonts.missing();
    try {
        static_cast<void>(OpenBlas::loaded());
    } catch (const Unavailable& missing) {
        json["missing"].push_back(missing.what());
    }
    for (const EngineStatus& status : engines.statuses())
        if (status.engine == nullptr && !status.remedy.empty())
            json["missing"].push_back(fmt::format("engine {}: needs {}", status.name, status.remedy));
    if (display == nullptr && wayland == nullptr)
        json["missing"].push_back(
            "no display: plot, compute, views, gallery and --capture work without one; the window needs X11 "
            "or Wayland");
    return json;
}

}  // namespace

std::string doctor_json(const EngineCatalogue& engines) {
    // drivers' messages may contain any bytes
    return json_text(report(engines), 2) + "\n";
}

std::string doctor_text(const EngineCatalogue& engines) {
    const ordered_json json = report(engines);
    std::string text = fmt::format("PosLab {}\n\nEngines ({} processors)\n",
                                   json["version"].get<std::string>(), json["processors"].get<unsigned>());
    for (const auto& engine : json["engines"]) {
        const bool available = engine["available"].get<bool>();
        text += fmt::format(
            "  {:10} {}{}\n", engine["name"].get<std::string>(),
            available ? "" : "not available: ", engine[available ? "device" : "reason"].get<std::string>());
        if (!available) continue;
        for (const auto& [operation, sizes] : engine["supports"].items())
            for (const auto& [size, answer] : sizes.items())
                text += fmt::format("    {}, {}: {}\n", operation, size, answer.get<std::string>());
    }
    text += fmt::format(
        "\nMemory       {:.1f} GiB, of which PosLab uses at most {:.1f} GiB (POSLAB_MEMORY changes that)\n",
        json["memory"]["present"].get<double>() / 0x1p30, json["memory"]["ceiling"].get<double>() / 0x1p30);
    text +=
        fmt::format("Display      {}\nOpenGL       {}\nCUDA         {}\n\nFonts\n", or_none(json["display"]),
                    json["opengl"].get<std::string>(), json["cuda"].get<std::string>());
    for (const auto& [name, path] : json["fonts"].items())
        text += fmt::format("  {:18} {}\n", name, or_none(path));
    if (!json["missing"].empty()) text += "\nMissing\n";
    for (const auto& message : json["missing"]) text += fmt::format("  {}\n", message.get<std::string>());
    return text;
}

}  // namespace poslab
