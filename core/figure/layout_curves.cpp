#include "core/figure/curve_reduction.hpp"
#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace poslab::layout_parts {

namespace {

// px; painters lose precision beyond this distance, where a curve has left the plot equally steeply.
constexpr double furthest = 1e6;

struct Look {
    double width;
    std::vector<double> dashes;
};

Look look_of(const LineMark& line) {
    switch (line.emphasis) {
        case Emphasis::chosen:
            return {2.5, line.dashes};
        case Emphasis::pinned:
            return {1.75, line.dashes.empty() ? std::vector<double>{7, 4} : line.dashes};
        case Emphasis::other:
            break;
    }
    return {1.25, line.dashes};
}

}  // namespace

std::vector<std::vector<Point>> pieces(const LineMark& line, const PanelFrame& frame, double from,
                                       double to) {
    std::vector<std::vector<Point>> runs(1);
    const std::size_t count = std::min(line.x->size(), line.y->size());
    const auto point_at = [&](std::size_t i) {
        Point point = frame.to_pixels((*line.x)[i], (*line.y)[i]);
        if (std::isfinite(point.y)) point.y = std::clamp(point.y, -furthest, furthest);
        return point;
    };
    const auto add = [&](Point point) {
        if (std::isfinite(point.x) && std::isfinite(point.y))
            runs.back().push_back(point);
        else if (!runs.back().empty())  // not a number, or not on a logarithmic axis
            runs.emplace_back();
    };
    // Continues a partly visible curve to the edge, between a sample inside and one outside.
    const auto add_edge = [&](std::size_t inside, std::size_t outside, double edge) {
        const Point a = point_at(inside), b = point_at(outside);
        if (std::isfinite(b.x) && b.x != a.x) add({edge, a.y + (b.y - a.y) * (edge - a.x) / (b.x - a.x)});
    };
    for (std::size_t i = 0; i < count; ++i) {
        const double x = (*line.x)[i];
        const bool enters = i > 0 && (*line.x)[i - 1] < from && from == frame.x.low;
        const bool leaves = i + 1 < count && (*line.x)[i + 1] > to && to == frame.x.high;
        if (x < from || x > to) continue;
        if (enters) add_edge(i, i - 1, frame.plot.x);
        add(point_at(i));
        if (leaves) add_edge(i, i + 1, frame.plot.right());
    }
    for (auto& run : runs) run = reduce_to_columns(run);
    return runs;
}

namespace {

/// True if the run turns so often that its strokes would merge (every fourth pixel column on average).
bool oscillates(const std::vector<Point>& run) {
    const double columns = run.back().x - run.front().x;
    double turns = 0;
    for (std::size_t i = 2; i < run.size(); ++i)
        if ((run[i].y - run[i - 1].y) * (run[i - 1].y - run[i - 2].y) < 0) ++turns;
    return columns > 16 && turns > columns / 4;
}

/// Fills from the lowest to the highest value of each pixel column: looks like merged strokes at a fraction
/// of their cost.
void fill_envelope(const Pen& pen, const std::vector<Point>& run, Color color) {
    std::vector<Point> tops, bottoms;  // on paper in one piece: printers leave seams between pieces
    for (std::size_t begin = 0; begin < run.size();) {
        const double column = std::floor(run[begin].x);
        double low = run[begin].y;
        double high = low;
        std::size_t end = begin;
        for (; end < run.size() && std::floor(run[end].x) == column; ++end) {
            low = std::min(low, run[end].y);
            high = std::max(high, run[end].y);
        }
        const double next = end < run.size() ? std::floor(run[end].x) : column + 1;
        if (pen.space.paper) {
            tops.push_back({column + 0.5, low - 0.5});
            bottoms.push_back({column + 0.5, high + 0.5});
        } else {
            pen.add(FillRect{{column, low - 0.5, next - column, high - low + 1}, color.with_alpha(0.4), 0});
        }
        begin = end;
    }
    if (tops.size() < 2) return;
    tops.insert(tops.end(), bottoms.rbegin(), bottoms.rend());
    pen.add(FillPolygon{tops, color.with_alpha(0.4), true});
}

void stroke(const Pen& pen, const std::vector<std::vector<Point>>& runs, Color color, double width,
            const std::vector<double>& dashes, bool always) {
    for (const auto& run : runs) {
        if (run.size() == 1) pen.add(FillCircle{run.front(), width * 0.6 + 0.5, color});
        if (run.size() < 2) continue;
        if (!always && oscillates(run))
            fill_envelope(pen, run, color);
        else
            pen.add(Polyline{without_collinear(run, 0.05), color, width, dashes, false});
    }
}

void draw_dots(const Pen& pen, const LineMark& line, const PanelFrame& frame) {
    constexpr double radius = 2.75;
    const auto dot = [&](std::size_t i) {
        if (i >= line.x->size() || i >= line.y->size() ||
            !((*line.x)[i] >= frame.x.low && (*line.x)[i] <= frame.x.high))
            return;
        const Point at = frame.to_pixels((*line.x)[i], (*line.y)[i]);
        const Color color = (*line.x)[i] >= line.recolor_from ? line.second_color : line.color;
        if (std::isfinite(at.y) && at.y >= frame.plot.y - 1 && at.y <= frame.plot.bottom() + 1)
            pen.add(FillCircle{at, radius, color});
    };
    if (line.dot_every > 0)
        for (std::size_t i = 0; i < line.x->size(); i += line.dot_every) dot(i);
    for (const std::size_t i : line.dots) dot(i);
}

void draw_line(const Pen& pen, const LineMark& line, const PanelFrame& frame) {
    const Look look = look_of(line);
    const double end = frame.x.high;
    const auto first = pieces(line, frame, frame.x.low, std::min(line.recolor_from, end));
    const auto second = pieces(line, frame, line.recolor_from, end);
    // Otherwise it would hide what its gaps show.
    if (line.emphasis == Emphasis::chosen && look.dashes.empty()) {
        stroke(pen, first, pen.colors.canvas, look.width + 3, {}, line.stroked);
        stroke(pen, second, pen.colors.canvas, look.width + 3, {}, line.stroked);
    }
    stroke(pen, first, line.color, look.width, look.dashes, line.stroked);
    stroke(pen, second, line.second_color, look.width, look.dashes, line.stroked);
    draw_dots(pen, line, frame);
}

struct EndLabel {
    const LineMark* line;
    Point end;     // where the curve ends or leaves the frame, in pixels
    double place;  // of the label: y at the right, x at the top
};

/// Returns the end of a curve: at the right edge, or where it leaves through the top.
std::optional<EndLabel> end_of(const LineMark& line, const PanelFrame& frame, bool& through_top) {
    std::optional<Point> last;
    for (std::size_t i = 0; i < line.x->size() && i < line.y->size(); ++i) {
        const double x = (*line.x)[i];
        const double y = (*line.y)[i];
        if (!std::isfinite(y) || x < frame.x.low || x > frame.x.high) continue;
        const Point point = frame.to_pixels(x, y);
        if (!std::isfinite(point.y)) continue;
        if (point.y < frame.plot.y - 0.5) {
            through_top = true;
            if (!last) return EndLabel{&line, {point.x, frame.plot.y}, point.x};
            const double t = (last->y - frame.plot.y) / (last->y - point.y);
            const double at = last->x + t * (point.x - last->x);
            return EndLabel{&line, {at, frame.plot.y}, at};
        }
        last = point;
    }
    if (!last || last->y > frame.plot.bottom() + 0.5) return std::nullopt;
    return EndLabel{&line, *last, last->y};
}

/// Places labels `label_pitch` apart inside the plot's height; each group that had to spread is centred about
/// its curves' ends.
void place_around_ends(std::vector<EndLabel>& labels, const Rect& plot) {
    struct Group {
        std::size_t begin, end;
        double ends;  // sum
        double first;
    };
    const auto centred = [&](Group& group) {
        const auto count = static_cast<double>(group.end - group.begin);
        const double span = (count - 1) * label_pitch;
        group.first =
            std::clamp(group.ends / count - span / 2, plot.y, std::max(plot.y, plot.bottom() - span));
    };
    std::vector<Group> groups;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        groups.push_back({i, i + 1, labels[i].end.y, 0});
        centred(groups.back());
        while (groups.size() > 1) {
            Group& before = groups[groups.size() - 2];
            const Group& last = groups.back();
            if (before.first + static_cast<double>(before.end - before.begin) * label_pitch <= last.first)
                break;
            before.end = last.end;
            before.ends += last.ends;
            groups.pop_back();
            centred(groups.back());
        }
    }
    for (const Group& group : groups)
        for (std::size_t i = group.begin; i < group.end; ++i)
            labels[i].place = group.first + static_cast<double>(i - group.begin) * label_pitch;
}

/// Drops labels that a low plot has no room for: those of curves that are not chosen first, from the last
/// one.
void keep_what_fits(std::vector<EndLabel>& labels, double height) {
    const auto most = static_cast<std::size_t>(std::max(1.0, height / label_pitch + 1));
    while (labels.size() > most) {
        const auto other = std::find_if(labels.rbegin(), labels.rend(), [](const EndLabel& label) {
            return label.line->emphasis == Emphasis::other;
        });
        labels.erase(other == labels.rend() ? labels.end() - 1 : std::next(other).base());
    }
}

void draw_right_labels(const Pen& pen, std::vector<EndLabel> labels, const PanelFrame& frame) {
    keep_what_fits(labels, frame.plot.height);
    // If curves end at the same height, the chosen one's name comes first.
    const auto order = [](const EndLabel& label) {
        return std::tuple(std::llround(label.end.y), label.line->emphasis == Emphasis::chosen ? 0 : 1,
                          label.end.y);
    };
    std::stable_sort(labels.begin(), labels.end(),
                     [&](const EndLabel& a, const EndLabel& b) { return order(a) < order(b); });
    place_around_ends(labels, frame.plot);
    for (const EndLabel& label : labels) {
        const double from = frame.plot.right() + 3;
        const double to = frame.plot.right() + 14;
        const bool strong = label.line->emphasis == Emphasis::chosen;
        const Color own = label.line->color_at_end(frame.x.high);
        const Color leader = strong || !(own == pen.colors.ghost) ? own : pen.colors.axis;
        pen.add(Polyline{{{from, label.end.y}, {to - 5, label.place}, {to, label.place}},
                         leader,
                         strong ? 1.5 : 1,
                         {},
                         false});
        pen.text(label.line->label, {to + 4, label.place}, strong ? Font::semibold : Font::regular,
                 small_size, strong ? pen.colors.text : pen.colors.text2);
    }
}

/// Names of curves that leave through the top close to each other, from left to right.
struct TopLabel {
    std::string text;
    Font font = Font::regular;
    std::vector<double> exits;  // increasing
    double x = 0, width = 0;

    void add(const EndLabel& label) {
        text += (text.empty() ? "" : ", ") + label.line->label;
        if (label.line->emphasis == Emphasis::chosen) font = Font::semibold;
        exits.push_back(label.end.x);
    }
    void add(const TopLabel& other) {
        text += ", " + other.text;
        if (other.font == Font::semibold) font = Font::semibold;
        exits.insert(exits.end(), other.exits.begin(), other.exits.end());
    }
    void place(const Pen& pen, double least, double most) {
        width = pen.width(text + " ↗", font, small_size);
        x = std::max(least, std::min((exits.front() + exits.back() - width) / 2, most - width));
    }
};

/// Merges names that would overlap; each curve has its own mark below the merged name.
void draw_top_labels(const Pen& pen, std::vector<EndLabel> labels, const PanelFrame& frame) {
    constexpr double together = 4, apart = 14, beyond = 12;
    std::stable_sort(labels.begin(), labels.end(),
                     [](const EndLabel& a, const EndLabel& b) { return a.end.x < b.end.x; });
    std::vector<TopLabel> groups;
    for (const EndLabel& label : labels) {
        if (groups.empty() || label.end.x - groups.back().exits.back() > together) groups.emplace_back();
        groups.back().add(label);
        groups.back().place(pen, frame.plot.x, frame.plot.right() + beyond);
        while (groups.size() > 1 &&
               groups[groups.size() - 2].x + groups[groups.size() - 2].width + apart > groups.back().x) {
            groups[groups.size() - 2].add(groups.back());
            groups.pop_back();
            groups.back().place(pen, frame.plot.x, frame.plot.right() + beyond);
        }
    }
    for (const TopLabel& group : groups) {
        for (const double exit : group.exits)
            pen.line({exit, frame.plot.y}, {exit, frame.plot.y - 4}, pen.colors.axis);
        pen.text(
            pen.fitted(group.text, group.font, small_size, frame.plot.right() + beyond - group.x - 14) + " ↗",
            {group.x, frame.plot.y - 12}, group.font, small_size, pen.colors.text2);
    }
}

}  // namespace

void draw_curves(const Pen& pen, const Panel& panel, const PanelFrame& frame) {
    pen.add(PushClip{{frame.plot.x, frame.plot.y, frame.plot.width + 2, frame.plot.height + 2}});
    std::vector<EndLabel> right;
    std::vector<EndLabel> top;
    struct Turn {
        Emphasis emphasis;
        bool dashed;
    };
    // Solid curves lie under dashed ones, so that coinciding curves are all visible.
    for (const Turn turn :
         {Turn{Emphasis::other, false}, Turn{Emphasis::other, true}, Turn{Emphasis::pinned, false},
          Turn{Emphasis::pinned, true}, Turn{Emphasis::chosen, false}, Turn{Emphasis::chosen, true}})
        for (const Mark& mark : panel.marks) {
            const auto* line = std::get_if<LineMark>(&mark);
            if (line == nullptr || line->emphasis != turn.emphasis || line->dashes.empty() == turn.dashed)
                continue;
            if (!line->x || !line->y) continue;
            draw_line(pen, *line, frame);
            if (line->label.empty() || line->label_place == LabelAnchor::along) continue;
            bool through_top = false;
            if (const auto label = end_of(*line, frame, through_top))
                (through_top ? top : right).push_back(*label);
        }
    pen.add(PopClip{});
    if (pen.axes != nullptr) pen.axes->back().end = pen.size();
    draw_right_labels(pen, right, frame);
    draw_top_labels(pen, top, frame);
}

}  // namespace poslab::layout_parts
