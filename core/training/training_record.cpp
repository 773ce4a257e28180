#include "core/training/training_record.hpp"

#include "core/base/errors.hpp"
#include "core/files/input_file.hpp"
#include "core/files/open_file.hpp"
#include "core/files/strict_json.hpp"

#include <cmath>
#include <filesystem>
#include <string>

namespace poslab {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t max_bytes = std::uint64_t{1} << 28U;

template <class T>
void take(const nlohmann::json& json, const char* key, T& value) {
    json.at(key).get_to(value);
}

struct DifferentLengths {};

void expect(bool sound) {
    if (!sound) throw DifferentLengths{};
}

CheckpointRecord record_of(const nlohmann::json& json) {
    CheckpointRecord made;
    Extrapolation& extrapolation = made.extrapolation;
    take(json, "length", extrapolation.length);
    take(json, "pieces", extrapolation.pieces);
    take(json, "w", extrapolation.w);
    take(json, "group", extrapolation.group);
    take(json, "k", extrapolation.k);
    take(json, "factor", extrapolation.factor);
    take(json, "schemes", extrapolation.schemes);
    take(json, "ends", extrapolation.ends);
    const auto steps = json.at("steps").get<std::vector<std::int64_t>>();
    const auto held_out = json.at("held_out").get<std::vector<double>>();
    const auto losses = json.at("losses").get<std::vector<std::vector<std::vector<double>>>>();
    const auto recalled = json.value("recalled", std::vector<double>());
    expect(held_out.size() == steps.size() && losses.size() == steps.size());
    expect(recalled.empty() || recalled.size() == steps.size());
    for (std::size_t n = 0; n < steps.size(); ++n) {
        Checkpoint checkpoint{steps[n], held_out[n]};
        if (!recalled.empty()) checkpoint.recalled = recalled[n];
        for (const std::vector<double>& of_scheme : losses[n])
            checkpoint.losses.insert(checkpoint.losses.end(), of_scheme.begin(), of_scheme.end());
        expect(checkpoint.losses.size() == extrapolation.numbers());
        made.checkpoints.push_back(std::move(checkpoint));
    }
    return made;
}

/// Calls `reading` on a file's JSON and attributes its errors to the file.
template <class Reading>
auto read_from(std::string_view name, const Reading& reading) {
    const auto refuse = [&] {
        refuse_file(std::string(name), "is not a training record written by `poslab train`"_tr);
    };
    try {
        return reading();
    } catch (const nlohmann::json::exception&) {
        refuse();
    } catch (const DifferentLengths&) {
        refuse();
    }
    throw;  // not reached
}

}  // namespace

double rounded_for_record(double number) {
    constexpr double places = 1e5;
    return std::round(number * places) / places;
}

Json record_json(const CheckpointRecord& record) {
    const Extrapolation& extrapolation = record.extrapolation;
    Json json{{"length", extrapolation.length},
              {"pieces", extrapolation.pieces},
              {"w", extrapolation.w},
              {"group", extrapolation.group},
              {"k", extrapolation.k},
              {"factor", extrapolation.factor},
              {"schemes", extrapolation.schemes},
              {"ends", extrapolation.ends}};
    Json steps = Json::array(), held_out = steps, recalled = steps, losses = steps;
    for (const Checkpoint& checkpoint : record.checkpoints) {
        steps.push_back(checkpoint.step);
        held_out.push_back(rounded_for_record(checkpoint.held_out));
        if (checkpoint.recalled) recalled.push_back(rounded_for_record(*checkpoint.recalled));
        Json of_schemes = Json::array();
        for (std::size_t scheme = 0; scheme < extrapolation.schemes.size(); ++scheme) {
            Json means = Json::array();
            for (std::size_t range = 0; range < extrapolation.ends.size(); ++range)
                means.push_back(
                    rounded_for_record(checkpoint.losses[scheme * extrapolation.ends.size() + range]));
            of_schemes.push_back(std::move(means));
        }
        losses.push_back(std::move(of_schemes));
    }
    json["steps"] = std::move(steps);
    json["held_out"] = std::move(held_out);
    if (!recalled.empty()) json["recalled"] = std::move(recalled);
    json["losses"] = std::move(losses);
    return json;
}

CheckpointRecord read_record(const nlohmann::json& json, std::string_view name) {
    return read_from(name, [&] { return record_of(json); });
}

TrainingRecord training_record_in(const std::string& folder) {
    const std::string path = (std::filesystem::path(folder) / "training.json").string();
    if (!file_exists(path)) return {};
    const OpenFile file(path);
    if (file.bytes() > max_bytes)
        throw TooLarge(tr("{}: has {} bytes; at most {} are read", path, file.bytes(), max_bytes));
    return read_training_record(file.read_text(0, file.bytes()), path);
}

TrainingRecord read_training_record(std::string_view text, std::string_view name) {
    const nlohmann::json json = parse_strict_json(text, name);
    return read_from(name, [&] {
        TrainingRecord made;
        take(json, "losses", made.losses);
        if (json.contains("checkpoints")) made.record = record_of(json["checkpoints"]);
        return made;
    });
}

}  // namespace poslab
