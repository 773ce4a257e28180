#include "app/cli/sweep_limits.hpp"

#include "app/cli/sweep_stages.hpp"
#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/input_file.hpp"
#include "core/files/strict_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace poslab {

namespace {

constexpr std::size_t max_limits_bytes = std::size_t{1} << 20U;

/// Returns how many bytes of numbers are stored until they are drawn: at most a part of the memory.
std::size_t max_cached_bytes() {
    constexpr double max_share = 0.25, max_bytes = 256.0 * (1U << 20U);
    return static_cast<std::size_t>(std::min(max_bytes, max_share * memory_ceiling()));
}

std::size_t bytes_of(const FigureData& figure) {
    std::size_t numbers = 0;
    for (const Variant& variant : figure.variants)
        for (const Array& array : variant.data->arrays)
            if (array.data != nullptr) numbers += array.data->size();
    return numbers * sizeof(double);
}

std::string limits_text(const FigureLimits& limits) {
    nlohmann::json axes = nlohmann::json::array(), scales = nlohmann::json::array();
    for (const AxisLimits& axis : limits.axes)
        axes.push_back({axis.plot, axis.y, axis.quantity, axis.logarithmic, axis.low, axis.high});
    for (const auto& [place, scale] : limits.scales)
        scales.push_back({place, static_cast<int>(scale.map), static_cast<int>(scale.kind), scale.low,
                          scale.middle, scale.high});
    return nlohmann::json{{"axes", axes}, {"scales", scales}}.dump() + "\n";
}

/// Returns the stored limits; empty if the file is missing or invalid.
std::optional<FigureLimits> read_limits(const std::string& path) {
    if (!file_exists(path)) return std::nullopt;
    try {
        const nlohmann::json json = parse_strict_json(read_beginning(path, max_limits_bytes), path);
        FigureLimits limits;
        for (const nlohmann::json& axis : json.at("axes"))
            limits.axes.push_back({axis.at(0).get<int>(), axis.at(1).get<bool>(),
                                   axis.at(2).get<std::string>(), axis.at(3).get<bool>(),
                                   axis.at(4).get<double>(), axis.at(5).get<double>()});
        for (const nlohmann::json& scale : json.at("scales"))
            limits.scales.push_back(
                {scale.at(0).get<std::string>(),
                 {static_cast<ColorMap>(
                      std::clamp(scale.at(1).get<int>(), 0, static_cast<int>(color_map_count) - 1)),
                  static_cast<ScaleKind>(
                      std::clamp(scale.at(2).get<int>(), 0, static_cast<int>(ScaleKind::cyclic))),
                  scale.at(3).get<double>(), scale.at(4).get<double>(), scale.at(5).get<double>()}});
        return limits;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    } catch (const InputError&) {
        return std::nullopt;
    }
}

FigureLimits limits_at(std::int64_t step, SweepFigures& figures, const SweepFolder* folder, const Job& job) {
    if (folder == nullptr) return figures.limits(step, job);
    const std::string path = folder->limits_file(step);
    if (auto known = read_limits(path)) return *known;
    FigureLimits limits = figures.limits(step, job);
    write_file_atomically(path, limits_text(limits));
    return limits;
}

}  // namespace

bool holds_limits(const SweepRequest& request, const SweepSteps& steps) {
    if (request.limits == SweepLimits::each) return false;
    for (std::size_t axis = 0; axis < steps.axes().size(); ++axis)
        if (steps.descriptor(axis).kind == Kind::axes) return false;
    return true;
}

FigureLimits SweepFigures::limits(std::int64_t step, const Job& job) {
    const PictureRequest request = request_(step);
    FigureData figure = figure_data(request, metrics_, pixels_, job);
    FigureLimits limits = limits_of(drawn_figure(request, figure.variants));
    const std::size_t bytes = bytes_of(figure);
    if (cached_bytes_ + bytes <= max_cached_bytes()) {
        cached_bytes_ += bytes;
        figure.layout.reset();
        cached_.insert_or_assign(step, std::move(figure));
    }
    return limits;
}

FigureData SweepFigures::take(std::int64_t step, const std::shared_ptr<const FigureLimits>& limits,
                              const Job& job) {
    PictureRequest request = request_(step);
    const auto found = cached_.find(step);
    FigureData figure;
    if (found == cached_.end()) {
        figure = figure_data(request, metrics_, pixels_, job);
    } else {
        figure = std::move(found->second);
        cached_bytes_ -= bytes_of(figure);
        cached_.erase(found);
    }
    request.limits = limits;
    return limits == nullptr ? figure : fitted(request, std::move(figure), metrics_, pixels_, job);
}

std::shared_ptr<const FigureLimits> limits_of_all(SweepFigures& figures, const SweepSteps& steps,
                                                  const SweepShard& first, const SweepFolder* folder,
                                                  const Job& job) {
    std::vector<FigureLimits> found(static_cast<std::size_t>(steps.size()));
    std::int64_t done = 0;
    for (const bool own : {true, false})
        for (std::int64_t step = 0; step < steps.size(); ++step) {
            if (first.has(step) != own) continue;
            job.check();
            const Job remaining = job.repeated(static_cast<double>(steps.size() - done));
            found[static_cast<std::size_t>(step)] =
                limits_at(step, figures, folder, remaining.step(done++, steps.size()));
        }
    auto all = std::make_shared<FigureLimits>();
    for (const FigureLimits& limits : found) include(limits, *all);
    return all;
}

}  // namespace poslab
