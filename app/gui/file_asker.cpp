#include "app/gui/file_asker.hpp"

#include <utility>
#include <variant>

namespace poslab {

FileAsker::FileAsker(std::function<void()> wake, bool desktop)
    : desktop_(desktop ? std::make_unique<DesktopDialog>(std::move(wake)) : nullptr) {}

void FileAsker::ask(Ui& ui, FileQuestion question, bool animated) {
    question_ = std::move(question);
    waiting_ = desktop_ != nullptr && desktop_->available();
    if (!waiting_) return picker_.open(ui, question_, animated);
    desktop_->cancel();
    waiting_ = desktop_->ask(question_);
}

void FileAsker::cancel() {
    if (std::exchange(waiting_, false)) desktop_->cancel();
}

std::optional<FileAsker::Answer> FileAsker::draw(Ui& ui, Language language) {
    if (waiting_) return take_desktop_answer(ui);
    if (!picker_.is_open()) return std::nullopt;
    auto path = picker_.draw(ui, language);
    if (!path) return std::nullopt;
    return Answer{std::move(*path), true};
}

std::optional<FileAsker::Answer> FileAsker::take_desktop_answer(Ui& ui) {
    const auto answer = desktop_->answer();
    if (!answer) return std::nullopt;
    waiting_ = false;
    if (const auto* chosen = std::get_if<DesktopDialog::Chosen>(&*answer))
        return Answer{chosen->path, chosen->confirmed};
    if (std::holds_alternative<DesktopDialog::Failed>(*answer)) picker_.open(ui, question_, false);
    return std::nullopt;
}

}  // namespace poslab
