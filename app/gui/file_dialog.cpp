#include "app/gui/file_dialog.hpp"

#include <utility>
#include <variant>

namespace poslab {

FileDialog::FileDialog(std::function<void()> wake, bool desktop)
    : desktop_(desktop ? std::make_unique<DesktopDialog>(wake) : nullptr), picker_(std::move(wake)) {}

void FileDialog::ask(Ui& ui, FileDialogRequest request, bool animated) {
    request_ = std::move(request);
    waiting_ = desktop_ != nullptr && desktop_->available();
    if (!waiting_) return picker_.open(ui, request_, animated);
    desktop_->cancel();
    waiting_ = desktop_->ask(request_);
}

void FileDialog::cancel() {
    if (std::exchange(waiting_, false)) desktop_->cancel();
}

std::optional<FileDialog::Answer> FileDialog::draw(Ui& ui, Language language) {
    if (waiting_) return poll_desktop_dialog(ui);
    if (!picker_.is_open()) return std::nullopt;
    auto path = picker_.draw(ui, language);
    if (!path) return std::nullopt;
    return Answer{std::move(*path), true};
}

std::optional<FileDialog::Answer> FileDialog::poll_desktop_dialog(Ui& ui) {
    const auto answer = desktop_->answer();
    if (!answer) return std::nullopt;
    waiting_ = false;
    if (const auto* chosen = std::get_if<DesktopDialog::Chosen>(&*answer))
        return Answer{chosen->path, chosen->overwrite_confirmed};
    if (std::holds_alternative<DesktopDialog::Failed>(*answer)) picker_.open(ui, request_, false);
    return std::nullopt;
}

}  // namespace poslab
