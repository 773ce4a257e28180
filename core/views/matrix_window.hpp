#pragma once

#include "core/engine/field.hpp"
#include "core/params/groups/window.hpp"
#include "core/views/view.hpp"

#include <optional>
#include <string>

namespace poslab {

// What views of square matrices of `length` tokens make of the window group.

[[nodiscard]] IndexRange visible_rows(const WindowGroup& window, std::int64_t length);
[[nodiscard]] IndexRange visible_columns(const WindowGroup& window, std::int64_t length);
[[nodiscard]] bool shows_whole(const WindowGroup& window, std::int64_t length);

/// The visible part at the resolution of the parameter, else of the request; no more cells than there are.
[[nodiscard]] FieldWindow field_window(const WindowGroup& window, std::int64_t length, const SampleRequest& request);

/// Throws UsageError for rows or columns beyond the length.
void check_window(const WindowGroup& window, std::int64_t length);
/// Moves and cuts them so that they fit.
void fit_window(WindowGroup& window, std::int64_t length);

/// Whether ticks go by powers of two: a length that is one, and not so long that they would be unreadable.
[[nodiscard]] bool has_binary_length(std::int64_t length);

/// The axis of the tokens of `shown`.
[[nodiscard]] Axis token_axis(std::string title, const IndexRange& shown, std::int64_t length);
/// The whole as `map` has it, and which part of it is shown; none where all is.
[[nodiscard]] std::optional<Overview> overview_of(HeatMapMark map, const WindowGroup& window, std::int64_t length,
                                                  const Words& words);

/// "rows 0–99 and columns 0–99 of 4096 × 4096", or the size alone where all is shown.
[[nodiscard]] std::string window_words(const WindowGroup& window, std::int64_t length, Language language);
/// "each pixel the mean of 16 cells".
[[nodiscard]] std::string pool_words(Pool pool, double cells, Language language);
/// The same of a map of `cells` cells, after a comma; empty where each cell is about one of the matrix.
[[nodiscard]] std::string pooled_words(const IndexRange& rows, const IndexRange& columns, std::size_t cells, Pool pool,
                                       const Words& words);

}  // namespace poslab
