#include "app/gui/file_picker.hpp"

#include "app/state/export_choice.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

namespace poslab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view field = "file.path";
constexpr std::chrono::milliseconds reading_patience{50};  // a small folder is listed in the same frame

std::string with_slash(std::string folder) {
    if (!folder.ends_with('/')) folder += '/';
    return folder;
}

std::string absolute(const std::string& typed, const std::string& folder) {
    const fs::path path = expanded_path(typed);
    return (path.is_absolute() ? path : fs::path(folder) / path).lexically_normal().string();
}

/// Waits for the file's drive or server as long as the window's thread may for an action.
FileKind kind_of(const std::string& path) { return prompt_file_status(path, Patience::of_action).kind; }

bool is_folder(const std::string& path) { return prompt_file_status(path).kind == FileKind::folder; }

}  // namespace

void FilePicker::open(Ui& ui, FileDialogRequest request, bool animated) {
    request_ = std::move(request);
    result_.reset();
    to_confirm_.clear();
    note_ = Note::none;
    const SplitPath parts = split_path(absolute(request_.path, "/"));
    name_ = request_.task == FileTask::save ? parts.name : "";
    field_id_ = 0;
    pop_up_.open(ui, field, animated);
    go_to(parts.folder);
    set_text(ui, parts.folder + parts.name, true);
}

bool FilePicker::typing(const Ui& ui) const { return ui.editing() && ui.entry().id == field_id_; }

std::string FilePicker::text(const Ui& ui) const { return typing(ui) ? ui.entry().text : path_; }

bool FilePicker::has_ending(const std::string& name) const {
    return request_.endings.empty() ||
           std::any_of(request_.endings.begin(), request_.endings.end(),
                       [&](const std::string& ending) { return name.ends_with("." + ending); });
}

const FolderEntry* FilePicker::entry(int index) const {
    const int at = index - (parent_ ? 1 : 0);
    return at < 0 ? nullptr : &listing_.entries[shown_[static_cast<std::size_t>(at)]];
}

void FilePicker::go_to(const std::string& folder) {
    listing_ = {};
    listing_.path = with_slash(folder);
    filter("");
    reading_.start(listing_.path, request_.endings);
    take_listing(reading_patience);
}

void FilePicker::take_listing(std::chrono::milliseconds patience) {
    auto listing = reading_.listing(patience);
    if (!listing) return;
    listing_ = std::move(*listing);
    const int selected = selected_;  // at most "..", which is listed while the folder is being read
    filter(filter_);
    selected_ = selected;
}

void FilePicker::filter(const std::string& name) {
    filter_ = name;
    shown_ = matching(listing_.entries, name);
    parent_ = listing_.path != "/" && name.empty();
    selected_ = -1;
    follows_ = true;
}

void FilePicker::set_text(Ui& ui, const std::string& text, bool typing) {
    path_ = followed_ = text;
    if (!typing) {
        ui.entry() = {};
        return;
    }
    const std::size_t name = split_path(text).folder.size();
    const std::size_t point = has_ending(text) ? text.rfind('.') : std::string::npos;
    const std::size_t end = point != std::string::npos && point > name ? point : text.size();
    replacement_ = TextEntry::Replacement{text, end, name};
    ui.request_frame();
}

std::string FilePicker::typed_name(const Ui& ui) const {
    if (!typing(ui)) return split_path(path_).name;
    const TextEntry& edit = ui.entry();
    const std::size_t folder = split_path(edit.text).folder.size();
    return edit.caret > folder ? edit.text.substr(folder, edit.caret - folder) : std::string();
}

std::optional<std::string> FilePicker::absolute_text(const std::string& head, const std::string& tail) {
    if (!head.starts_with(listing_.path)) return std::nullopt;
    const std::string inserted = head.substr(listing_.path.size());
    const bool of_home = inserted.starts_with("~/") && !is_folder(listing_.path + "~");
    if (!inserted.starts_with('/') && !of_home) return std::nullopt;
    const std::string path = absolute(inserted, listing_.path);
    if (is_folder(path)) return with_slash(path) + name_;
    return path + (has_ending(path) ? "" : tail);
}

/// Replaces the folder by an absolute path that was inserted after it.
bool FilePicker::follow_absolute(Ui& ui, const std::string& typed) {
    if (!typing(ui)) return false;
    TextEntry& edit = ui.entry();
    const std::string head = typed.substr(0, edit.caret), tail = typed.substr(head.size());
    const auto path = absolute_text(head, tail);
    if (!path) return false;
    const SplitPath parts = split_path(*path);
    const bool entered = parts.name == name_;  // the path is a folder
    note_ = Note::none;
    to_confirm_.clear();
    go_to(parts.folder);
    if (entered) {
        set_text(ui, *path, true);  // also sets the selection
    } else {
        filter(parts.name);
        path_ = followed_ = *path;
        const std::size_t end = path->size() - (has_ending(head) ? 0 : tail.size());
        replacement_ = TextEntry::Replacement{*path, end, end};
        if (request_.task == FileTask::save && !request_.endings.empty() && has_ending(parts.name))
            name_ = parts.name;
    }
    edit.replacement = std::exchange(replacement_, std::nullopt);
    edit.text = edit.replacement->text;
    edit.caret = edit.replacement->caret;
    edit.anchor = edit.replacement->anchor;
    return true;
}

/// Updates the list to the typed text: shows its folder, filtered by the rest.
void FilePicker::follow(Ui& ui) {
    const std::string typed = text(ui);
    if (typed == followed_ || follow_absolute(ui, typed)) return;
    followed_ = typed;
    note_ = Note::none;
    to_confirm_.clear();
    const SplitPath parts = split_path(typed);
    const std::string folder =
        parts.folder.empty() ? listing_.path : with_slash(absolute(parts.folder, listing_.path));
    if (folder != listing_.path) go_to(folder);
    filter(typed_name(ui));
    if (request_.task == FileTask::save && !request_.endings.empty() && has_ending(parts.name))
        name_ = parts.name;
}

void FilePicker::complete(Ui& ui) {
    if (reading()) return;
    TextEntry& edit = ui.entry();
    const std::string name = typed_name(ui), longer = completed(listing_.entries, name);
    if (longer == name || edit.caret != edit.anchor) {  // nothing to complete: move to the list
        path_ = edit.text;
        edit = {};
        return ui.focus("file.list");
    }
    if (longer.ends_with('/')) {
        go_to(listing_.path + longer);
        return set_text(ui, listing_.path + name_, true);
    }
    const std::string folder = split_path(edit.text).folder;
    const std::string rest = has_ending(longer) ? "" : edit.text.substr(edit.caret);
    const std::size_t caret = folder.size() + longer.size();
    edit.replacement = TextEntry::Replacement{folder + longer + rest, caret, caret};
    edit.text = edit.replacement->text;
    edit.caret = edit.anchor = caret;
}

void FilePicker::typing_keys(Ui& ui) {
    if (const int by = rows_by_keys(ui); by != 0) move_selection(by);
    if (!ImGui::GetIO().KeyShift && ui.take(ImGuiKey_Tab) > 0) complete(ui);
}

/// Enter accepts the text; if it is not accepted, editing continues.
void FilePicker::enter(Ui& ui, const std::string& typed) {
    if (selected_ >= 0) return activate_row(ui, selected_, true);
    path_ = absolute_text(typed, "").value_or(typed);
    accept(ui, path_, true);
    if (!result_ && !replacement_) replacement_ = TextEntry::Replacement{path_, path_.size(), path_.size()};
}

void FilePicker::list_keys(Ui& ui) {
    if (const int by = rows_by_keys(ui); by != 0) move_selection(by);
    if (ui.take(ImGuiKey_Home) > 0) select(0);
    if (ui.take(ImGuiKey_End) > 0) select(rows() - 1);
    if (ui.take(ImGuiKey_Backspace) > 0 && listing_.path != "/") {
        parent_ = true;
        return activate_row(ui, 0, false);
    }
    if (ui.take(ImGuiKey_Space) + ui.take(ImGuiKey_Enter) > 0 && selected_ >= 0)
        activate_row(ui, selected_, false);
}

int FilePicker::rows_by_keys(Ui& ui) const {
    const int page = std::max(1, static_cast<int>(view_height_ / row_height) - 1);
    return ui.take(ImGuiKey_DownArrow) - ui.take(ImGuiKey_UpArrow) +
           page * (ui.take(ImGuiKey_PageDown) - ui.take(ImGuiKey_PageUp));
}

void FilePicker::move_selection(int rows) { select(std::max(selected_, rows > 0 ? -1 : 0) + rows); }

void FilePicker::select(int index) {
    selected_ = std::clamp(index, -1, rows() - 1);
    if (selected_ < 0 && rows() > 0) selected_ = 0;
    follows_ = true;
}

void FilePicker::activate_row(Ui& ui, int index, bool typing) {
    if (index < 0 || index >= rows()) return;
    const FolderEntry* row = entry(index);
    if (row != nullptr && !row->folder) {
        const std::string path = listing_.path + row->name;
        set_text(ui, path, typing);
        return accept(ui, path, typing);
    }
    const std::string folder = row == nullptr
                                   ? split_path(listing_.path.substr(0, listing_.path.size() - 1)).folder
                                   : listing_.path + row->name + "/";
    note_ = Note::none;
    go_to(folder);
    set_text(ui, listing_.path + name_, typing);
    if (!typing) select(0);
}

void FilePicker::set_file_name(Ui& ui, const std::string& name, bool typing) {
    if (request_.task == FileTask::save) name_ = name;
    note_ = Note::none;
    to_confirm_.clear();
    set_text(ui, listing_.path + name, typing);
}

void FilePicker::accept(Ui& ui, const std::string& typed, bool typing) {
    const std::string path = absolute(typed, listing_.path);
    const FileKind kind = kind_of(path);
    if (kind == FileKind::unknown) return reject(Note::no_answer, path);
    if (kind == FileKind::folder &&
        (request_.task == FileTask::open || typed.ends_with('/') || !has_ending(path))) {
        if (with_slash(path) == listing_.path && request_.task == FileTask::save)
            return reject(Note::needs_name, {});
        go_to(path);
        return set_text(ui, listing_.path + name_, typing);
    }
    accept_file(path, kind);
}

void FilePicker::reject(Note note, std::string word) {
    note_ = note;
    note_word_ = std::move(word);
}

void FilePicker::accept_file(std::string path, FileKind kind) {
    const SplitPath parts = split_path(path);
    if (kind == FileKind::none) {
        const FileKind folder = kind_of(parts.folder);
        if (folder == FileKind::unknown) return reject(Note::no_answer, parts.folder);
        if (folder != FileKind::folder) return reject(Note::no_folder, parts.folder);
    }
    if (parts.name.empty()) return reject(Note::needs_name, {});
    if (request_.task == FileTask::open) {
        const std::size_t part = path.rfind('#');  // FILE#NAME: part of a file
        if (kind == FileKind::none && part != std::string::npos) kind = kind_of(path.substr(0, part));
        if (kind == FileKind::unknown) return reject(Note::no_answer, path.substr(0, part));
        if (kind == FileKind::none) return reject(Note::no_file, path);
        if (!has_ending(path)) return reject(Note::wrong_ending, "." + request_.endings.front());
        result_ = std::move(path);
        return;
    }
    if (!has_ending(path)) {
        path += "." + request_.endings.front();
        kind = kind_of(path);
        if (kind == FileKind::unknown) return reject(Note::no_answer, path);
    }
    if (kind != FileKind::none && to_confirm_ != path) {
        to_confirm_ = path;
        return reject(Note::replace, split_path(path).name);
    }
    result_ = std::move(path);
}

}  // namespace poslab
