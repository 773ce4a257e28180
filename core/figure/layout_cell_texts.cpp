// Texts in the cells of heat maps: their digits and their size.

#include "core/base/number_format.hpp"
#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>

namespace poslab::layout_parts {

namespace {

using CellWriter = std::function<std::string(std::size_t cell)>;

/// A number format, and the sizes at which it may be used.
struct CellStyle {
    CellWriter write;
    double min_size = 0;
};

constexpr double large_cell = 44, screen_spare = 4, paper_spare = 0.6;
constexpr std::array<double, 5> screen_sizes{12, 10, 9, 8, 7};

Font cell_font(const Pen& pen) { return pen.space.paper ? Font::regular : Font::mono; }

double min_size_of(const Pen& pen) { return pen.space.paper ? pen.space.min_cell_text : screen_sizes.back(); }

/// The shorter side of a cell.
double min_side(const HeatMapMark& map, const PanelFrame& frame) {
    const bool spread = frame.kind == PanelKind::map;  // over the axes' ranges
    const double across = spread ? static_cast<double>(map.width) : frame.x.high - frame.x.low;
    const double along = spread ? static_cast<double>(map.height) : frame.y.high - frame.y.low;
    return std::min(frame.plot.width / across, frame.plot.height / along);
}

/// A cell whose middle is in the frame.
struct CellPosition {
    std::size_t index;
    Point middle;
};

std::vector<CellPosition> visible_cells(const HeatMapMark& map, const PanelFrame& frame) {
    const Rect rect = data_rect(map, frame);
    const double width = rect.width / static_cast<double>(map.width),
                 height = rect.height / static_cast<double>(map.height);
    std::vector<CellPosition> places;
    for (std::int64_t row = 0; row < map.height; ++row) {
        const double y = rect.y + (static_cast<double>(row) + 0.5) * height;
        if (y < frame.plot.y || y > frame.plot.bottom()) continue;
        for (std::int64_t column = 0; column < map.width; ++column) {
            const Point middle{rect.x + (static_cast<double>(column) + 0.5) * width, y};
            if (frame.plot.contains(middle))
                places.push_back({static_cast<std::size_t>(row * map.width + column), middle});
        }
    }
    return places;
}

/// Returns the largest size at which texts of `width` (in units of the size) fit a cell; 0 if none does.
double size_in_cell(const Pen& pen, double width, double cell, double min_size) {
    if (!pen.space.paper) {
        for (const double size : screen_sizes)
            if (size >= min_size && (size < small_size || cell >= large_cell) &&
                width * size + screen_spare <= cell && size + 2 <= cell)
                return size;
        return 0;
    }
    constexpr double line = 1.2;  // height of a line, in units of the size
    const double size = std::min({small_size, (cell - paper_spare) / std::max(width, 1e-6), cell / line});
    return size >= min_size ? size : 0;
}

bool all_quotients(const HeatMapMark& map, const std::vector<CellPosition>& places) {
    return std::all_of(places.begin(), places.end(), [&](const CellPosition& cell) {
        const double value = (*map.values)[cell.index] * map.numbers->factor;
        return !std::isfinite(value) || format_fraction(value).has_value();
    });
}

/// Returns the formats in order of preference: numbers lose digits before they become smaller than other
/// texts.
std::vector<CellStyle> styles_of(const Pen& pen, const HeatMapMark& map, const CellDigits& digits,
                                 bool fractions) {
    const double normal = pen.space.paper ? pen.space.min_size : screen_sizes.back();
    const double least = min_size_of(pen);
    if (!map.cell_text.empty() && !(map.numbers && (digits.decimals || fractions)))
        return {{[&map](std::size_t cell) { return map.cell_text[cell]; }, least}};
    const CellNumbers numbers = *map.numbers;
    const auto style = [&](const auto& write, double smallest) {
        return CellStyle{[write, numbers, &values = *map.values](std::size_t cell) {
                             return std::isfinite(values[cell]) ? write(values[cell] * numbers.factor)
                                                                : std::string();
                         },
                         smallest};
    };
    if (fractions) return {style([](double value) { return *format_fraction(value); }, least)};
    const auto rounded = [&](int decimals, double smallest) {
        return style([decimals](double value) { return format_rounded(value, decimals); }, smallest);
    };
    if (digits.decimals) return {rounded(*digits.decimals, least)};
    const auto exact = [numbers](double value) {
        return format_number(
            value, std::abs(value) < numbers.small_below ? numbers.small_decimals : numbers.decimals);
    };
    std::vector<CellStyle> styles;
    for (const double smallest : {normal, least}) {
        styles.push_back(style(exact, smallest));
        for (int decimals = numbers.decimals; decimals >= std::min(numbers.min_decimals, numbers.decimals);
             --decimals)
            styles.push_back(rounded(decimals, smallest));
        if (normal == least) break;
    }
    return styles;
}

/// Rows of texts in one format; `size` is 0 if they do not fit.
struct Written {
    double size = 0;
    std::vector<PlacedText> texts;
};

Written written(const Pen& pen, const HeatMapMark& map, const PanelFrame& frame, const CellStyle& style) {
    const double cell = min_side(map, frame);
    const Font font = cell_font(pen);
    Written result;
    double widest = 0;
    for (const CellPosition& place : visible_cells(map, frame)) {
        std::string text = style.write(place.index);
        if (text.empty()) continue;
        widest = std::max(widest, pen.width(text, font, 1));
        if (size_in_cell(pen, widest, cell, style.min_size) == 0) return {};
        const double value = (*map.values)[place.index];
        const Color color = std::isfinite(value) ? readable_on(color_of(map.scale, value)) : pen.colors.text;
        result.texts.push_back({place.middle, std::move(text), color});
    }
    if (!result.texts.empty()) result.size = size_in_cell(pen, widest, cell, style.min_size);
    return result;
}

bool has_texts(const HeatMapMark& map) {
    return map.values && !map.values->empty() && (!map.cell_text.empty() || map.numbers);
}

/// Adds the texts of one map; returns false if they do not fit.
bool add_texts(const Pen& pen, const HeatMapMark& map, const PanelFrame& frame, const CellDigits& digits,
               CellTexts& texts) {
    if (size_in_cell(pen, pen.width("0", cell_font(pen), 1), min_side(map, frame), min_size_of(pen)) == 0)
        return false;
    const bool fractions = digits.fractions && map.numbers;
    const bool quotients = fractions && all_quotients(map, visible_cells(map, frame));
    texts.no_fractions = texts.no_fractions || fractions != quotients;
    for (const CellStyle& style : styles_of(pen, map, digits, quotients)) {
        Written found = written(pen, map, frame, style);
        if (found.size == 0) continue;
        texts.size = texts.size == 0 ? found.size : std::min(texts.size, found.size);
        std::move(found.texts.begin(), found.texts.end(), std::back_inserter(texts.placed));
        return true;
    }
    return false;
}

}  // namespace

CellTexts cell_texts(const Pen& pen, const Panel& panel, const PanelFrame& frame, const CellDigits& digits) {
    CellTexts texts;
    for (const Mark& mark : panel.marks) {
        const auto* map = std::get_if<HeatMapMark>(&mark);
        if (map == nullptr || !has_texts(*map)) continue;
        texts.has_texts = true;
        if (!add_texts(pen, *map, frame, digits, texts)) return {true, texts.no_fractions};
    }
    return texts;
}

void draw_cell_texts(const Pen& pen, const CellTexts& texts) {
    for (const PlacedText& text : texts.placed)
        pen.text(text.text, text.middle, cell_font(pen), texts.size, text.color, Align::center);
}

}  // namespace poslab::layout_parts
