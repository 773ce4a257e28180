#include "core/views/matrix_window.hpp"

#include "core/base/errors.hpp"
#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

namespace poslab {
namespace {

IndexRange visible(const Interval& interval, std::int64_t length) {
    return interval.set ? IndexRange{interval.begin, interval.end} : IndexRange{0, length};
}

void check_interval(std::string_view id, const Interval& interval, std::int64_t length) {
    if (interval.set && interval.end > length)
        throw UsageError(tr("--{} {}:{}: must be within 0:{} (length {})", id, interval.begin, interval.end,
                            length, length));
}

void fit_interval(Interval& interval, std::int64_t length) {
    if (!interval.set) return;
    const std::int64_t size = std::min(interval.end - interval.begin, length);
    interval.end = std::min(interval.end, length);
    interval.begin = std::max<std::int64_t>(0, interval.end - size);
    if (interval.begin == 0 && interval.end == length) interval = {};
}

std::string range_words(const IndexRange& range) {
    return fmt::format("{}–{}", format_integer(range.begin), format_integer(range.end - 1));
}

}  // namespace

IndexRange visible_rows(const WindowGroup& window, std::int64_t length) {
    return visible(window.rows, length);
}

IndexRange visible_columns(const WindowGroup& window, std::int64_t length) {
    return visible(window.cols, length);
}

bool shows_whole(const WindowGroup& window, std::int64_t length) {
    return visible_rows(window, length).size() == length && visible_columns(window, length).size() == length;
}

FieldWindow field_window(const WindowGroup& window, std::int64_t length, const SampleRequest& request) {
    FieldWindow field{visible_rows(window, length), visible_columns(window, length), request.height,
                      request.width, window.pool};
    if (window.resolution.set) {
        field.height = window.resolution.height;
        field.width = window.resolution.width;
    }
    field.height = std::clamp<std::int64_t>(field.height, 1, field.rows.size());
    field.width = std::clamp<std::int64_t>(field.width, 1, field.columns.size());
    return field;
}

void check_window(const WindowGroup& window, std::int64_t length) {
    check_interval("rows", window.rows, length);
    check_interval("cols", window.cols, length);
}

void fit_window(WindowGroup& window, std::int64_t length) {
    fit_interval(window.rows, length);
    fit_interval(window.cols, length);
}

bool has_binary_length(std::int64_t length) {
    return length >= 16 && length <= 65'536 && (length & (length - 1)) == 0;
}

Axis token_axis(std::string title, const IndexRange& shown, std::int64_t length) {
    Axis axis{std::move(title), static_cast<double>(shown.begin), static_cast<double>(shown.end)};
    axis.binary = has_binary_length(length);
    return axis;
}

std::optional<Overview> overview_of(HeatMapMark map, const WindowGroup& window, std::int64_t length,
                                    const Translator& translate) {
    if (shows_whole(window, length)) return std::nullopt;
    return Overview{.title = translate("Overview"_tr),
                    .values = std::move(map.values),
                    .height = map.height,
                    .width = map.width,
                    .scale = map.scale,
                    .hatch_above = map.hatch_above,
                    .rows = visible_rows(window, length),
                    .columns = visible_columns(window, length),
                    .total_rows = length,
                    .total_columns = length};
}

std::string window_words(const WindowGroup& window, std::int64_t length, Language language) {
    const std::string size = format_integer(length);
    if (shows_whole(window, length)) return fmt::format("{} × {}", size, size);
    const std::string rows = range_words(visible_rows(window, length)),
                      columns = range_words(visible_columns(window, length));
    return Translator(language)("rows {} and columns {} of {} × {}", rows, columns, size, size);
}

std::string pool_words(Pool pool, double cells, Language language) {
    const Translator translate(language);
    const std::string count = cells < 1e7 ? format_number(cells, cells < 100 ? 1 : 0) : format_count(cells);
    switch (pool) {
        case Pool::max:
            return translate("each pixel the maximum of {} cells", count);
        case Pool::sample:
            return translate("each pixel one of {} cells", count);
        case Pool::mean:
            break;
    }
    return translate("each pixel the mean of {} cells", count);
}

std::string pooled_words(const IndexRange& rows, const IndexRange& columns, std::size_t cells, Pool pool,
                         const Translator& translate) {
    const double of_matrix = static_cast<double>(rows.size()) * static_cast<double>(columns.size());
    const double each = of_matrix / static_cast<double>(cells);
    return each > 1.5 ? translate(", "_tr) + pool_words(pool, each, translate.language()) : std::string();
}

}  // namespace poslab
