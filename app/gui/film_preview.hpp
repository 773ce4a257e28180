#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/background_job.hpp"
#include "app/state/exporter.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace poslab {

/// The first frame of an animation as the film will have it: axes and colours hold all frames, for which all steps are computed
/// in the background.
class FilmPreview {
  public:
    explicit FilmPreview(std::function<void()> wake) : wake_(wake), job_(std::move(wake)) {}

    /// Begins again if the choice changed. Call once a frame while the preview is on screen.
    void update(const ExportChoice& choice, const Exporter& exporter);
    /// Ends the computation; the frame that is known stays.
    void stop();

    /// The frame of the last choice that was computed; null before the first one is known.
    [[nodiscard]] const FirstFrame* frame() const { return frame_ ? &*frame_ : nullptr; }
    /// The page that frame() was laid out for.
    [[nodiscard]] const Page& page() const { return page_; }
    /// True while the axes of all frames are being computed.
    [[nodiscard]] bool busy() const { return job_.running(); }
    /// The computed part of the steps, 0…1.
    [[nodiscard]] double progress() const { return job_.progress(); }
    [[nodiscard]] const std::vector<Sentence>& notes() const { return notes_; }
    [[nodiscard]] const Sentence& error() const { return error_; }

  private:
    /// The results of the job.
    struct Shared {
        Page page;
        std::mutex mutex;
        std::optional<FirstFrame> frame;
        std::optional<std::vector<Sentence>> notes;
    };

    void take();
    void start(const ExportChoice& choice, const Exporter& exporter);

    std::function<void()> wake_;
    std::optional<ExportChoice> wanted_;  // the last choice that a job was started for
    std::optional<FirstFrame> frame_;
    Page page_;
    std::vector<Sentence> notes_;
    Sentence error_;
    std::shared_ptr<Shared> shared_;
    BackgroundJob job_;  // last: it uses the others
};

}  // namespace poslab
