#include "core/base/errors.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace poslab {

namespace rope_2d {

namespace {

constexpr double reach = 0.06;  // of a map's half width: as near to a point, a press takes hold of it

void check_patch(std::string_view id, const OptionalReal& patch, std::int64_t grid) {
    if (patch.set && patch.value >= static_cast<double>(grid))
        throw UsageError(tr("--{} {:.0f}: must be below --grid {}", id, patch.value, grid));
}

void fit(OptionalReal& patch, std::int64_t grid) {
    if (patch.set) patch.value = std::min(patch.value, static_cast<double>(grid - 1));
}

/// Moves the first position where the stroke began at it, else the second.
void place_position(PlaneGroup& group, Point from, Point to) {
    const bool first = std::hypot(from.x - group.x1, from.y - group.y1) < reach * group.extent &&
                       std::hypot(from.x - group.x1, from.y - group.y1) < std::hypot(from.x - group.x2, from.y - group.y2);
    (first ? group.x1 : group.x2) = to.x;
    (first ? group.y1 : group.y2) = to.y;
}

double entry(double value) { return std::clamp(value, -10.0, 10.0); }

struct View {
    using Params = rope_2d::Params;

    static ViewInfo info() {
        return {.id = "rope-2d",
                .title = "2D RoPE"_tr,
                .short_title = "2D RoPE"_tr,
                .section = Section::rotation,
                .summary =
                    "Rotations for positions (x, y): relative position needs generators that commute. Quaternions do not; "
                    "matrix exponentials can, and lose nothing."_tr,
                .source = "8397, Su Jianlin, spaces.ac.cn/archives",
                .figures = figures(),
                .arrays = arrays(),
                .values = values()};
    }

    static void check(const Params& params) {
        if (params.head.dim % 4 != 0)
            throw UsageError(tr("--dim {}: must be a multiple of 4, half of the pairs for each axis", params.head.dim));
        check_patch("patch-x", params.head.patch_x, params.head.grid);
        check_patch("patch-y", params.head.patch_y, params.head.grid);
        const auto pairs = params.head.dim / 2;
        const std::vector<double>& sections = params.head.mrope_sections.numbers;
        if (params.head.layout == HeadLayout::mrope && !sections.empty() && axes_of_sections(sections, pairs, false).empty())
            throw UsageError(
                tr("--mrope-sections: must be three, t,h,w, that sum to the {} pairs of --dim {}", pairs, params.head.dim));
    }
    static void adjust(Params& params) {
        params.head.dim = std::max<std::int64_t>(4, params.head.dim / 4 * 4);
        fit(params.head.patch_x, params.head.grid);
        fit(params.head.patch_y, params.head.grid);
        if (axes_of_sections(params.head.mrope_sections.numbers, params.head.dim / 2, false).empty())
            params.head.mrope_sections = {};
    }
    static void draw(Params& params, std::string_view parameter, std::span<const Point> stroke) {
        if (stroke.empty()) return;
        const Point to = stroke.back();
        PlaneGroup& group = params.plane;
        if (parameter == "x2") place_position(group, stroke.front(), to);
        if (parameter == "x1") std::tie(group.x1, group.y1) = std::tuple(to.x, to.y);
        if (parameter == "d")
            std::tie(group.d, group.e) = std::tuple(OptionalReal{entry(to.x), true}, OptionalReal{entry(to.y), true});
        if (parameter == "b") std::tie(group.b, group.c) = std::tuple(entry(to.x), entry(to.y));
        if (parameter == "patch-x") {
            const auto cell = [&](double place) {
                return OptionalReal{std::clamp(std::floor(place), 0.0, static_cast<double>(params.head.grid - 1)), true};
            };
            params.head.patch_x = cell(to.x);
            params.head.patch_y = cell(to.y);
        }
    }
    static std::optional<double> stands_for(const Params& params, std::string_view parameter) {
        PlaneGroup plane = params.plane;
        HeadGroup head = params.head;
        plane.d = plane.e = head.patch_x = head.patch_y = {};
        if (parameter == "d") return second_generator(plane)[0];
        if (parameter == "e") return second_generator(plane)[1];
        if (parameter == "patch-x") return static_cast<double>(patch_of(head)[0]);
        if (parameter == "patch-y") return static_cast<double>(patch_of(head)[1]);
        return std::nullopt;
    }

    static Prepared prepare(const Params& params, const Engine&, const Job& job) {
        job.check();
        return rope_2d::prepare(params);
    }
    static constexpr auto sample = &rope_2d::sample;
    static constexpr auto figure = &rope_2d::figure;
    static constexpr auto readout = &rope_2d::readout;
};

}  // namespace

}  // namespace rope_2d

const View& rope_2d_view() {
    static const ViewOf<rope_2d::View> view;
    return view;
}

}  // namespace poslab
