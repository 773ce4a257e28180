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

/// The picture as it will be written, small. Uses the data on screen where they are enough, else computes what its figure needs.
class ExportPreview {
  public:
    explicit ExportPreview(std::function<void()> wake) : job_(std::move(wake)) {}

    /// Lays out anew where the choice or the data changed. `shown` is what is on screen.
    void update(const ExportChoice& choice, const Exporter& exporter, std::span<const Variant> shown, const TextMetrics& metrics);
    /// The picture lies at the upper left of `room`, as large as fits.
    void draw(Ui& ui, const ExportChoice& choice, Rect room);

    [[nodiscard]] Rect rect() const { return rect_; }
    /// What has no room on this page.
    [[nodiscard]] const std::vector<ReportedOmission>& omitted() const { return omitted_; }

    /// Draws that page at the upper left of `room`, as large as fits. Returns where it is.
    static Rect draw_page(Ui& ui, const ExportChoice& choice, const Page& page, const DrawList& list, Rect room);

  private:
    struct Fetched {
        ExportChoice choice;
        std::vector<Variant> variants;
    };

    /// Empty until they are there.
    [[nodiscard]] std::vector<Variant> fetched(const ExportChoice& choice, const Exporter& exporter);

    DrawList list_;
    std::vector<ReportedOmission> omitted_;
    Rect rect_;
    std::optional<ExportChoice> laid_out_;
    const void* laid_out_data_ = nullptr;
    std::shared_ptr<Fetched> fetch_;  // filled by the job; read after it has ended
    bool arrived_ = false;
    BackgroundJob job_;  // last: it fills what stands above
};

/// In the preview's place: the arrays that the file of numbers will hold, with their axes and units.
void draw_array_list(Ui& ui, const ExportChoice& choice, std::span<const std::string> names, Rect room);

/// How the picture is seen: in colour, in grey, by who lacks one kind of cone.
void draw_proof_choice(Ui& ui, ExportChoice& choice, Rect rect);

}  // namespace poslab
