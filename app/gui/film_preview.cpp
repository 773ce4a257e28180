#include "app/gui/film_preview.hpp"

#include <utility>

namespace poslab {
namespace {

/// The part of the choice that the frame depends on: without the film's path and speed.
ExportChoice relevant_part(ExportChoice choice) {
    choice.path =
        choice.in_folder() ? "a." + std::string(frames_ending) : "a." + std::string(choice.ending());
    choice.animation.fps = AnimationChoice::usual_fps;
    choice.animation.fresh = false;
    return choice;
}

}  // namespace

void FilmPreview::update(const ExportChoice& choice, const Exporter& exporter) {
    take();
    const ExportChoice requested = relevant_part(choice);
    if (requested_ == requested) return;
    requested_ = requested;
    start(requested, exporter);
}

void FilmPreview::stop() {
    if (!job_.running()) return;
    job_.cancel();
    shared_.reset();
    requested_.reset();
}

void FilmPreview::take() {
    if (shared_ != nullptr) {
        const std::lock_guard lock(shared_->mutex);
        if (shared_->notes) notes_ = *std::exchange(shared_->notes, std::nullopt);
        if (shared_->frame) {
            frame_ = std::exchange(shared_->frame, std::nullopt);
            page_ = shared_->page;
        }
    }
    if (const auto outcome = job_.ended()) error_ = outcome->error;
}

void FilmPreview::start(const ExportChoice& choice, const Exporter& exporter) {
    error_ = {};
    notes_.clear();
    shared_ = std::make_shared<Shared>();
    shared_->page = choice.page;
    job_.start([shared = shared_, wake = wake_, choice, notes = exporter.film_notes,
                first = exporter.first_frame](const Job& job) {
        const auto give = [&](auto&& set) {
            {
                const std::lock_guard lock(shared->mutex);
                set(*shared);
            }
            wake();
        };
        std::vector<Message> messages = notes(choice);
        give([&](Shared& to) { to.notes = std::move(messages); });
        first(choice, job, [&](FirstFrame frame) { give([&](Shared& to) { to.frame = std::move(frame); }); });
    });
}

}  // namespace poslab
