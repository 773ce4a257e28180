#pragma once

#include "app/cli/omissions.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/background_job.hpp"
#include "app/state/exporter.hpp"
#include "core/figure/draw_list.hpp"

#include <memory>
#include <optional>
#include <span>

namespace poslab {

/// A small preview of the exported picture. Uses the data on screen if they suffice, else computes its own.
class ExportPreview {
  public:
    explicit ExportPreview(std::function<void()> wake) : job_(std::move(wake)) {}

    /// Repeats the layout if the choice or the data changed. `shown`: the variants on screen.
    void update(const ExportChoice& choice, const Exporter& exporter, std::span<const Variant> shown,
                const TextMetrics& metrics);
    /// Draws the picture at the upper left of `room`, as large as fits.
    void draw(Ui& ui, const ExportChoice& choice, Rect room);

    [[nodiscard]] Rect rect() const { return rect_; }
    /// The parts that do not fit on this page.
    [[nodiscard]] const std::vector<ReportedOmission>& omitted() const { return omitted_; }

    /// Draws a page at the upper left of `room`, as large as fits. Returns its rectangle.
    static Rect draw_page(Ui& ui, const ExportChoice& choice, const Page& page, const DrawList& list,
                          Rect room);

  private:
    struct Fetched {
        ExportChoice choice;
        std::vector<Variant> variants;
    };

    /// The computed variants; empty until they are available.
    [[nodiscard]] std::vector<Variant> fetched(const ExportChoice& choice, const Exporter& exporter);

    DrawList list_;
    std::vector<ReportedOmission> omitted_;
    Rect rect_;
    std::optional<ExportChoice> laid_out_;
    const void* laid_out_data_ = nullptr;
    std::shared_ptr<Fetched> fetch_;  // filled by the job; read after it has ended
    bool arrived_ = false;
    BackgroundJob job_;  // last: it wakes the window
};

/// Draws, instead of the preview, the arrays of an exported file of numbers with their axes and units.
void draw_array_list(Ui& ui, const ExportChoice& choice, std::span<const std::string> names, Rect room);

/// Draws the choice of proof: in colour, in grey, or with a colour vision deficiency.
void draw_proof_choice(Ui& ui, ExportChoice& choice, Rect rect);

}  // namespace poslab
