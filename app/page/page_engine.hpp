#pragma once

#include "app/page/page_lesson.hpp"
#include "app/page/page_request.hpp"
#include "core/documents/shown_state.hpp"
#include "core/engine/engine.hpp"
#include "core/figure/layout.hpp"
#include "core/views/view.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The answer to a page's request. `json` refers to `points` and `pixels` by index.
struct PageAnswer {
    std::string json;
    std::vector<float> points;         // x, y, x, y, …: the points of lines and polygons
    std::vector<std::uint8_t> pixels;  // RGBA with straight alpha: heat maps
};

/// Data of one variant, and what the next request can reuse of them.
struct PageVariant {
    Values values;
    Held prepared;
    std::shared_ptr<const Data> data;
    std::int64_t width = 0, height = 0;  // requested cells of heat maps
    std::vector<std::string> arrays{};   // requested

    /// True if `prepared` serves these values of the view.
    [[nodiscard]] bool is_prepared(const View& view, const Values& requested) const;
    /// True if `data` are exact and serve these values and arrays; their heat maps may have another size.
    [[nodiscard]] bool is_sampled(const View& view, const Values& requested,
                                  const SampleRequest& request) const;
};

/// Computes and lays out the figures of a live page, one request after another. It keeps the data of the last
/// request, so that a moved pointer or another theme computes nothing.
///
/// Requests and answers are JSON; docs/page-protocol.md describes them.
class PageEngine {
  public:
    /// Keeps a reference to the metrics.
    explicit PageEngine(const TextMetrics& metrics);

    /// Answers the request `text`. Throws nothing but std::bad_alloc: faults of the request become the
    /// answer's `error`.
    [[nodiscard]] PageAnswer answer(std::string_view text);

  private:
    [[nodiscard]] PageAnswer answered(const PageRequest& request);
    [[nodiscard]] Figure figure_with(const ShownState& state, const std::vector<Variant>& variants,
                                     const Style& style, const Cursor& cursor) const;
    [[nodiscard]] Layout layout_of(const ShownState& state, const Figure& figure,
                                   const PageRequest& request) const;
    [[nodiscard]] Layout compute(const ShownState& state, const PageRequest& request, Figure& figure);
    void sample(const ShownState& state, const PageRequest& request, SampleRequest sample_request);

    const TextMetrics& metrics_;
    std::shared_ptr<const Engine> engine_;
    PageLesson lesson_;
    ShownState state_;                   // of the last valid request
    std::vector<PageVariant> variants_;  // its data: state_.values, then its pins
    Held reusable_;
    bool coarse_ = false;  // variants_ holds coarse data
    Figure figure_;        // of the last valid request, with its layout
    Layout layout_;
};

}  // namespace poslab
