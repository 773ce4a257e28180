#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/background_job.hpp"
#include "app/state/exporter.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace poslab {

/// The first frame of an animation as it will appear in the film: axes and colours cover all frames, so all
/// steps are computed in the background.
class FilmPreview {
  public:
    explicit FilmPreview(std::function<void()> wake) : wake_(wake), job_(std::move(wake)) {}

    /// Restarts if the choice changed. Call in every frame while the preview is on screen.
    void update(const ExportChoice& choice, const Exporter& exporter);
    /// Stops the computation; the last frame stays available.
    void stop();

    /// The frame of the last computed choice; null before the first.
    [[nodiscard]] const FirstFrame* frame() const { return frame_ ? &*frame_ : nullptr; }
    /// The page that frame() was laid out for.
    [[nodiscard]] const Page& page() const { return page_; }
    /// True while the axes of all frames are being computed.
    [[nodiscard]] bool busy() const { return job_.running(); }
    /// The computed part of the steps, 0…1.
    [[nodiscard]] double progress() const { return job_.progress(); }
    [[nodiscard]] const std::vector<Message>& notes() const { return notes_; }
    [[nodiscard]] const Message& error() const { return error_; }

  private:
    /// The results of the job.
    struct Shared {
        Page page;
        std::mutex mutex;
        std::optional<FirstFrame> frame;
        std::optional<std::vector<Message>> notes;
    };

    void take();
    void start(const ExportChoice& choice, const Exporter& exporter);

    std::function<void()> wake_;
    std::optional<ExportChoice> requested_;  // the last choice that a job was started for
    std::optional<FirstFrame> frame_;
    Page page_;
    std::vector<Message> notes_;
    Message error_;
    std::shared_ptr<Shared> shared_;
    BackgroundJob job_;  // last: it wakes the window
};

}  // namespace poslab
