#pragma once

#include "app/gui/canvas_context.hpp"
#include "app/state/compared.hpp"
#include "app/state/store.hpp"
#include "app/state/worker.hpp"
#include "core/figure/layout.hpp"

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// The chosen comparison for two variants; side by side for any other number.
[[nodiscard]] Comparison comparison_of(const Store& store, const std::vector<Variant>& variants);
/// Returns how a canvas lays its figure out.
[[nodiscard]] LayoutOptions canvas_layout_options(const Store& store, const CanvasContext& context);
/// The first main matrix of a layout; null if there is none.
[[nodiscard]] const PanelFrame* matrix_of(const Layout& layout);

/// The data of the figure on screen: requests those of the current values and of the pins, and holds the
/// newest of each figure.
class CanvasComputation {
  public:
    /// `wake` is called on other threads whenever something was computed.
    explicit CanvasComputation(const std::function<void()>& wake) : compared_(wake), worker_(wake) {}

    /// Requests data for the current values, or for `next`, which is computed ahead and not shown until
    /// arrived().
    void request(const Store& store, const TextMetrics& metrics, const CanvasContext& context,
                 const std::optional<Values>& next);
    /// True if the values computed ahead have data (possibly coarse) or failed; their data are shown from
    /// then on.
    [[nodiscard]] bool arrived();
    void cancel() { worker_.cancel(); }
    /// Computes the current values again, however long it takes.
    void compute_all(Store& store);

    /// The variants on screen: the newest data with their values, then the pins.
    [[nodiscard]] std::vector<Variant> variants(const Store& store) const;
    /// Returns the figure of the current values without data.
    [[nodiscard]] Figure empty_figure(const Store& store) const;
    [[nodiscard]] const WorkerStatus& status() const { return status_; }
    /// True if data of the current values are on screen, final or coarse.
    [[nodiscard]] bool shows_present() const { return fresh_; }
    /// True if the final data of the current values are on screen.
    [[nodiscard]] bool up_to_date() const { return fresh_ && !status_.running && status_.error.empty(); }
    /// True if the picture is not final although nothing is being computed.
    [[nodiscard]] bool stopped(const Store& store) const;
    /// The exception because of which data of the current values or of a pin are missing; null if none are.
    [[nodiscard]] std::exception_ptr failure() const {
        return status_.failure != nullptr ? status_.failure : compared_.failure();
    }
    /// The pins, with how each differs and whether all have their data.
    [[nodiscard]] const Compared& compared() const { return compared_; }
    /// True if exactly two variants are shown and can be compared other than side by side.
    [[nodiscard]] bool shows_two() const { return sizes_.two; }
    /// True if the variants can share one frame with a wipe.
    [[nodiscard]] bool can_wipe() const { return sizes_.can_wipe; }
    /// True if only their number (more than two) prevents shows_two().
    [[nodiscard]] bool shows_too_many() const { return sizes_.too_many; }
    /// The largest width and height that a matrix can take, in CSS pixels.
    [[nodiscard]] double room_width() const { return sizes_.room_width; }
    [[nodiscard]] double room_height() const { return sizes_.room_height; }

  private:
    static constexpr double no_matrix = 1024;  // cells requested for a figure without a matrix

    /// Properties of the figure without data: the size of its cells' frame, and the possible comparisons.
    struct Sizes {
        double width = no_matrix, height = no_matrix;  // of the frame of the matrix or map, device pixels
        double room_width = 0, room_height = 0;        // the largest size a matrix can take
        bool two = false, can_wipe = false, too_many = false;
    };
    /// Everything that the sizes depend on.
    struct SizesKey {
        ComputeRequest request;
        const FigureInfo* figure = nullptr;
        std::vector<Values> others;
        Comparison::How how = Comparison::How::side_by_side;
        Rect area;
        double scale = 0;
        [[nodiscard]] bool same(const SizesKey& other) const;
    };

    /// Values that data on screen are shown with, and what they follow from.
    struct ShownValues {
        Values present;
        std::shared_ptr<const Result> result;
        Values values;
    };

    void measure(const Store& store, const TextMetrics& metrics, const CanvasContext& context);
    [[nodiscard]] Sizes sizes_of(const Store& store, const TextMetrics& metrics,
                                 const CanvasContext& context) const;
    [[nodiscard]] std::vector<Variant> empty_variants(const Store& store) const;
    [[nodiscard]] ComputeRequest current_request(const Store& store, const CanvasContext& context) const;
    /// The result for the shown figure; null before the first.
    [[nodiscard]] std::shared_ptr<const Result> result(const Store& store) const;
    /// The values that the data were computed from, with the current zoom and style.
    [[nodiscard]] const Values& shown_values(const Store& store,
                                             const std::shared_ptr<const Result>& result) const;
    void keep(const std::shared_ptr<const Result>& result);

    WorkerStatus status_;
    std::map<std::pair<const View*, std::vector<std::string>>, std::shared_ptr<const Result>>
        results_;  // by view and arrays
    std::optional<ComputeRequest> last_request_;
    bool fresh_ = false;
    std::optional<SizesKey> measured_;
    Sizes sizes_;
    mutable ShownValues shown_values_;
    // Last, so that their threads end first.
    Compared compared_;
    Worker worker_;
};

}  // namespace poslab
