// Tables: columns of wrapped text, rows as high as their texts.

#include "core/base/utf8.hpp"
#include "core/figure/layout_parts.hpp"
#include "core/figure/text_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace poslab::layout_parts {

namespace {

constexpr double column_gap = 20, head_height = 28, head_line = 15, more_height = 26;
constexpr std::array<double, 3> row_paddings{7, 4, 2};  // the first with which all rows fit, else the last
constexpr double widest_prose = 80, min_prose = 48;     // widths of prose columns if there is room
constexpr double text_line = 18, wide_line = 20;        // Chinese needs more

bool has_wide(std::string_view text) {
    while (!text.empty())
        if (is_wide(next_code_point(text))) return true;
    return false;
}

Font font_of(const TableCell& cell) {
    if (cell.mono) return cell.bold ? Font::mono_medium : Font::mono;
    return cell.bold ? Font::semibold : Font::regular;
}

double size_of(const TableCell& cell) { return cell.mono ? small_size : body_size; }

Color color_of(const TableCell& cell, const Palette& colors) {
    switch (cell.role) {
        case TextRole::text2:
            return colors.text2;
        case TextRole::ok:
            return colors.ok;
        case TextRole::warn:
            return colors.warn;
        case TextRole::error:
            return colors.error;
        case TextRole::text:
            break;
    }
    return colors.text;
}

struct Column {
    double x, width;
};

/// Returns widths at which columns of short texts (numbers, yes or no) and their titles are not broken;
/// prose, which is always broken, gets `prose_width` each.
std::vector<double> min_widths(const Table& table, const TextMetrics& metrics, double prose_width) {
    constexpr double longest = 70;
    std::vector<double> widths;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        double width = 0;
        for (const auto& cells : table.rows)
            if (i < cells.size())
                width = std::max(width, metrics.width(cells[i].text, font_of(cells[i]), size_of(cells[i])));
        const double title =
            std::min(longest, metrics.width(table.columns[i].title, Font::regular, small_size));
        widths.push_back(std::max(8.0, width > longest ? prose_width : std::ceil(std::max(width, title))));
    }
    return widths;
}

double sum_of(const std::vector<double>& widths) {
    return std::accumulate(widths.begin(), widths.end(), 0.0);
}

double width_between(const Table& table, double width) {
    return width - column_gap * static_cast<double>(table.columns.size() - 1);
}

/// Distributes the width by the columns' weights; no column is narrower than its minimum width if all fit.
std::vector<double> widths_of(const Table& table, const TextMetrics& metrics, double free) {
    std::vector<double> least = min_widths(table, metrics, widest_prose);
    for (double prose = widest_prose - 4; sum_of(least) > free && prose >= min_prose; prose -= 4)
        least = min_widths(table, metrics, prose);
    if (sum_of(least) > free) std::fill(least.begin(), least.end(), 8.0);
    std::vector<double> widths(least.size());
    std::vector<bool> fixed(least.size());
    for (bool again = true; again;) {
        double weights = 0, left = free;
        for (std::size_t i = 0; i < widths.size(); ++i)
            fixed[i] ? left -= widths[i] : weights += std::max(table.columns[i].width, 0.0);
        again = false;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (fixed[i]) continue;
            widths[i] = weights > 0 ? left * std::max(table.columns[i].width, 0.0) / weights : left;
            if (widths[i] >= least[i]) continue;
            widths[i] = least[i];
            fixed[i] = again = true;
        }
    }
    return widths;
}

std::vector<Column> columns_of(const Table& table, const TextMetrics& metrics, double left, double width) {
    std::vector<Column> columns;
    double x = left;
    for (const double wide : widths_of(table, metrics, width_between(table, width))) {
        columns.push_back({x, wide});
        x += wide + column_gap;
    }
    return columns;
}

std::string link_text(const TableLink& link) {
    return link.words.empty() ? std::string() : link.words + " →";
}

double link_width(const TableLink& link, const TextMetrics& metrics) {
    return std::ceil(metrics.width(link_text(link), Font::semibold, small_size));
}

/// Returns the width at the right of all rows; 0: no row has a link.
double links_width(const Table& table, const TextMetrics& metrics, bool has_links) {
    double widest = 0;
    if (has_links)
        for (const TableLink& link : table.links) widest = std::max(widest, link_width(link, metrics));
    return widest;
}

/// Returns the width left for the columns.
double width_of_columns(double width, double links) { return links > 0 ? width - links - column_gap : width; }

using Lines = std::vector<std::string>;

struct Row {
    std::vector<Lines> cells;
    double line = text_line, padding = 0, height = 0;
};

Row wrapped_row(const std::vector<TableCell>& cells, const std::vector<Column>& columns,
                const TextMetrics& metrics) {
    Row row;
    row.padding = row_paddings.front();
    std::size_t most = 1;
    for (std::size_t i = 0; i < cells.size() && i < columns.size(); ++i) {
        row.cells.push_back(
            wrapped_text(cells[i].text, metrics, font_of(cells[i]), size_of(cells[i]), columns[i].width));
        most = std::max(most, row.cells.back().size());
        if (has_wide(cells[i].text)) row.line = wide_line;
    }
    row.height = row.line * static_cast<double>(most) + 2 * row.padding;
    return row;
}

/// Column titles, in as many lines as they need.
struct Head {
    std::vector<Lines> titles;
    double height = 0;  // 0: no column has a title
};

Head head_of(const Table& table, const std::vector<Column>& columns, const TextMetrics& metrics) {
    Head head;
    std::size_t most = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const TableColumn& column = table.columns[i];
        // Into the gap that follows.
        const bool runs_on = column.align == Align::left && i + 1 < columns.size();
        const double room = columns[i].width + (runs_on ? column_gap - 6 : 0);
        head.titles.push_back(wrapped_text(column.title, metrics, Font::regular, small_size, room));
        if (!column.title.empty()) most = std::max(most, head.titles.back().size());
    }
    if (most > 0) head.height = head_height + head_line * static_cast<double>(most - 1);
    return head;
}

double all_height(const Head& head, const std::vector<Row>& rows) {
    double height = head.height;
    for (const Row& row : rows) height += row.height;
    return height;
}

/// Wraps the rows, as high as `room` permits.
std::vector<Row> wrapped_rows(const Table& table, const Head& head, const std::vector<Column>& columns,
                              const TextMetrics& metrics, double room) {
    std::vector<Row> rows;
    for (const auto& cells : table.rows) rows.push_back(wrapped_row(cells, columns, metrics));
    for (const double padding : row_paddings) {
        for (Row& row : rows) {
            row.height += 2 * (padding - row.padding);
            row.padding = padding;
        }
        if (all_height(head, rows) <= room + 1e-6) break;
    }
    return rows;
}

/// Returns how many rows from `first` on fit; if not all do, a line is reserved for the message.
std::size_t nearest_valid(const Head& head, const std::vector<Row>& rows, double room,
                          std::size_t first = 0) {
    const auto count_in = [&](double left) {
        std::size_t count = 0;
        for (std::size_t row = first; row < rows.size() && rows[row].height <= left + 1e-6; ++row, ++count)
            left -= rows[row].height;
        return count;
    };
    const std::size_t all = count_in(room - head.height);
    return first + all == rows.size() ? all : count_in(room - head.height - more_height);
}

/// Returns the first visible row, limited so that the last rows fill the table.
std::size_t first_row(const Table& table, const Head& head, const std::vector<Row>& rows, double room) {
    std::size_t first = 0;
    while (first < table.first && first + nearest_valid(head, rows, room, first) < rows.size()) ++first;
    return first;
}

double place_in(const Column& column, Align align) {
    return column.x + (align == Align::left ? 0 : align == Align::center ? column.width / 2 : column.width);
}

void draw_head(const Pen& pen, const Table& table, const Head& head, const std::vector<Column>& columns,
               const Rect& area) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const Align align = table.columns[i].align;
        double y = area.y + head.height - head_height / 2 - 2;  // of the last line
        for (auto line = head.titles[i].rbegin(); line != head.titles[i].rend(); ++line, y -= head_line)
            pen.text(*line, {place_in(columns[i], align), y}, Font::regular, small_size, pen.colors.text2,
                     align);
    }
    const double y = std::round(area.y + head.height) - 0.5;
    pen.line({area.x, y}, {area.right(), y}, pen.colors.divider);
}

void draw_row(const Pen& pen, const Table& table, std::size_t index, const Row& row,
              const std::vector<Column>& columns, double top) {
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const TableCell& cell = table.rows[index][i];
        const Align align = table.columns[i].align;
        for (std::size_t line = 0; line < row.cells[i].size(); ++line)
            pen.text(row.cells[i][line],
                     {place_in(columns[i], align),
                      top + row.padding + row.line * (static_cast<double>(line) + 0.5)},
                     font_of(cell), size_of(cell), color_of(cell, pen.colors), align);
    }
}

/// Draws the link on the first line of its row, at the right end of the area.
void draw_link(const Pen& pen, const Row& row, LinkTarget place, double right, PanelFrame& frame) {
    if (place.link.words.empty()) return;
    constexpr double overhang = 6, height = 24;
    const double width = link_width(place.link, pen.metrics),
                 line = place.rect.y + row.padding + row.line / 2;
    pen.text(link_text(place.link), {right - width, line}, Font::semibold, small_size, pen.colors.accent);
    place.rect = {right - width - overhang, line - height / 2, width + 2 * overhang, height};
    frame.links.push_back(std::move(place));
}

std::string more_text(const Table& table, std::size_t count) {
    std::string text = table.more;
    if (const auto at = text.find("{}"); at != std::string::npos) text.replace(at, 2, std::to_string(count));
    return text;
}

}  // namespace

double table_height(const Panel& panel, const Measures& measures, double width, double height) {
    const Table& table = std::get<Table>(panel.content);
    if (table.columns.empty()) return 0;
    const double free = width_of_columns(width, links_width(table, measures.metrics, measures.space.links));
    const std::vector<Column> columns = columns_of(table, measures.metrics, 0, free);
    const Head head = head_of(table, columns, measures.metrics);
    const std::vector<Row> rows = wrapped_rows(table, head, columns, measures.metrics, height);
    const double all = all_height(head, rows);
    if (all <= height) return all;
    return nearest_valid(head, rows, height) > 0 ? height : 0;
}

bool breaks_words(const Panel& panel, const Measures& measures, double width) {
    const Table& table = std::get<Table>(panel.content);
    return sum_of(min_widths(table, measures.metrics, min_prose)) > width_between(table, width);
}

void draw_table(const Pen& pen, const Panel& panel, PanelFrame& frame) {
    const Rect& area = frame.plot;
    const Table& table = std::get<Table>(panel.content);
    draw_heading(pen, panel, area.x, area.right(), area.y - table_rise);
    draw_message(pen, panel, area);
    if (table.columns.empty()) return;
    const double links = links_width(table, pen.metrics, pen.space.links);
    const std::vector<Column> columns =
        columns_of(table, pen.metrics, area.x, width_of_columns(area.width, links));
    const Head head = head_of(table, columns, pen.metrics);
    const std::vector<Row> rows = wrapped_rows(table, head, columns, pen.metrics, area.height);
    const std::size_t first = first_row(table, head, rows, area.height),
                      end = first + nearest_valid(head, rows, area.height, first);
    double y = area.y;
    if (head.height > 0 && y + head.height <= area.bottom()) {
        draw_head(pen, table, head, columns, area);
        y += head.height;
    }
    for (std::size_t i = first; i < end; ++i) {
        draw_row(pen, table, i, rows[i], columns, y);
        if (links > 0 && i < table.links.size())
            draw_link(pen, rows[i], {{0, y, 0, 0}, i, table.links[i]}, area.right(), frame);
        frame.parts.push_back({{area.x, y, area.width, rows[i].height}, i, static_cast<double>(i)});
        y += rows[i].height;
        const double line = std::round(y) - 0.5;
        if (i + 1 < rows.size()) pen.line({area.x, line}, {area.right(), line}, pen.colors.hairline);
    }
    if (end < rows.size() && y + more_height <= area.bottom() + 1e-6)
        pen.text(more_text(table, rows.size() - end), {area.x, y + more_height / 2}, Font::regular,
                 small_size, pen.colors.text2);
}

}  // namespace poslab::layout_parts
