// On paper: keys in lines, and colour bars from left to right.

#include "core/figure/layout_parts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::layout_parts {

namespace {

constexpr double line_pitch = 17, sample = 20, after_sample = 6, entry_gap = 16, value_gap = 6;

Font font_of(const KeyEntry& entry) { return entry.strong ? Font::semibold : Font::regular; }

bool is_line(const KeyEntry& entry) {
    return entry.swatch == KeyEntry::Swatch::line || entry.swatch == KeyEntry::Swatch::dashed;
}

struct PlacedEntry {
    const KeyEntry* entry;
    double x = 0, width = 0;
    int line = 0;
};

double width_of(const KeyEntry& entry, const TextMetrics& metrics) {
    const double value =
        entry.value.empty() ? 0 : value_gap + metrics.width(entry.value, Font::mono, tick_size);
    return (is_line(entry) ? sample : swatch) + after_sample +
           metrics.width(entry.label, font_of(entry), small_size) + value;
}

std::vector<PlacedEntry> placed_entries(const std::vector<KeyEntry>& key, const TextMetrics& metrics,
                                        double width) {
    std::vector<PlacedEntry> placed;
    double x = 0;
    int line = 0;
    for (const KeyEntry& entry : key) {
        const double wide = width_of(entry, metrics);
        if (x > 0 && x + wide > width) {
            x = 0;
            ++line;
        }
        placed.push_back({&entry, x, wide, line});
        x += wide + entry_gap;
    }
    return placed;
}

}  // namespace

double key_lines_height(const std::vector<KeyEntry>& key, const TextMetrics& metrics, double width) {
    if (key.empty()) return 0;
    return line_pitch * (placed_entries(key, metrics, width).back().line + 1);
}

void draw_key_lines(const Pen& pen, const std::vector<KeyEntry>& key, const Rect& area) {
    for (const PlacedEntry& placed : placed_entries(key, pen.metrics, area.width)) {
        const KeyEntry& entry = *placed.entry;
        const double middle = area.y + line_pitch * (placed.line + 0.5);
        const double x = area.x + placed.x;
        const double wide = is_line(entry) ? sample : swatch;
        draw_swatch(pen, entry, {x, middle - swatch / 2, wide, swatch});
        const double value =
            entry.value.empty() ? 0 : value_gap + pen.width(entry.value, Font::mono, tick_size);
        const double left = x + wide + after_sample;
        const double room = std::max(8.0, area.right() - left - value);
        pen.fitting_text(entry.label, {left, middle}, font_of(entry), small_size, room, pen.colors.text);
        if (value > 0)
            pen.text(entry.value,
                     {left + std::min(room, pen.width(entry.label, font_of(entry), small_size)) + value_gap,
                      middle},
                     Font::mono, tick_size, pen.colors.text2);
    }
}

}  // namespace poslab::layout_parts
