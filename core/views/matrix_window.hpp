#pragma once

#include "core/engine/field.hpp"
#include "core/params/groups/window.hpp"
#include "core/views/view.hpp"

#include <optional>
#include <string>

namespace poslab {

// Helpers of views of square matrices of `length` tokens for the parameter group `window`.

[[nodiscard]] IndexRange visible_rows(const WindowGroup& window, std::int64_t length);
[[nodiscard]] IndexRange visible_columns(const WindowGroup& window, std::int64_t length);
[[nodiscard]] bool shows_whole(const WindowGroup& window, std::int64_t length);

/// Returns the visible part at the resolution of the parameter, else of the request; at most as many cells as
/// the matrix has.
[[nodiscard]] FieldWindow field_window(const WindowGroup& window, std::int64_t length,
                                       const SampleRequest& request);

/// Throws UsageError for rows or columns beyond the length.
void check_window(const WindowGroup& window, std::int64_t length);
/// Moves and clips rows and columns to the length.
void fit_window(WindowGroup& window, std::int64_t length);

/// True if ticks are at powers of two: the length is one, and short enough that they remain readable.
[[nodiscard]] bool has_binary_length(std::int64_t length);

/// Returns the axis of the tokens in `shown`.
[[nodiscard]] Axis token_axis(std::string title, const IndexRange& shown, std::int64_t length);
/// Returns an overview of the whole matrix, drawn by `map`, that marks the visible part; empty if everything
/// is visible.
[[nodiscard]] std::optional<Overview> overview_of(HeatMapMark map, const WindowGroup& window,
                                                  std::int64_t length, const Translator& translate);

/// "rows 0–99 and columns 0–99 of 4096 × 4096", or only the size if everything is visible.
[[nodiscard]] std::string window_words(const WindowGroup& window, std::int64_t length, Language language);
/// "each pixel the mean of 16 cells".
[[nodiscard]] std::string pool_words(Pool pool, double cells, Language language);
/// The same for a map of `cells` cells, after a comma; empty if each cell is about one cell of the matrix.
[[nodiscard]] std::string pooled_words(const IndexRange& rows, const IndexRange& columns, std::size_t cells,
                                       Pool pool, const Translator& translate);

}  // namespace poslab
