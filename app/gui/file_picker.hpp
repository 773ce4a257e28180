#pragma once

#include "app/gui/widgets/pop_up.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/file_dialog_request.hpp"
#include "app/state/folder_reading.hpp"
#include "core/files/file_status.hpp"
#include "core/params/value.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// A pop-up that asks for a file. Typing filters, Tab completes, arrows and Enter choose, Backspace in the
/// list goes to the parent folder. An absolute path pasted or typed after the folder replaces it; overwriting
/// a file requires a second press.
class FilePicker {
  public:
    static constexpr double row_height = 28;

    /// `wake` is called from any thread when a folder has been read; `read` as in FolderReading.
    explicit FilePicker(std::function<void()> wake, FolderReading::Read read = {})
        : reading_(std::move(wake), std::move(read)) {}

    void open(Ui& ui, FileDialogRequest request, bool animated = true);
    [[nodiscard]] bool is_open() const { return pop_up_.is_open(); }
    /// True while the shown folder is being read.
    [[nodiscard]] bool reading() const { return reading_.busy(); }
    /// Call in every frame while it is open. Returns the chosen absolute path once; the picker has then
    /// closed.
    std::optional<std::string> draw(Ui& ui, Language language);

  private:
    enum class Note { none, replace, no_folder, no_file, wrong_ending, needs_name, no_answer };

    void draw_pop_up(Ui& ui, Language language);
    void draw_path(Ui& ui, Rect rect);
    void draw_list(Ui& ui, Language language, Rect rect);
    ItemState draw_entries(Ui& ui, Rect area, Rect view);
    void click(Ui& ui, int index);
    void draw_row(Ui& ui, Rect row, std::size_t index, bool hovered);
    void draw_footer(Ui& ui, Language language, Rect footer);
    [[nodiscard]] std::string note_sentence(const Translator& translate) const;
    void draw_note(Ui& ui, Language language, Rect room);

    /// Handles keys whose meaning differs from other fields.
    void typing_keys(Ui& ui);
    void enter(Ui& ui, const std::string& typed);
    void list_keys(Ui& ui);
    [[nodiscard]] int rows_by_keys(Ui& ui) const;
    void move_selection(int rows);
    void select(int index);
    void follow(Ui& ui);
    bool follow_absolute(Ui& ui, const std::string& typed);
    /// Returns the path meant if `head`, the text before the caret, has an absolute path ("/tmp/a.json",
    /// "~/a.json") after the listed folder. `tail`, an extension after the caret, is dropped if the path has
    /// its own; the file name is appended to a folder.
    [[nodiscard]] std::optional<std::string> absolute_text(const std::string& head, const std::string& tail);
    void complete(Ui& ui);
    /// The last component of the path up to the caret, by which the list is filtered.
    [[nodiscard]] std::string typed_name(const Ui& ui) const;
    void go_to(const std::string& folder);
    /// Takes the contents of the folder if it has been read; waits this long for them.
    void take_listing(std::chrono::milliseconds patience);
    /// Lists the entries whose name contains `name`, and ".." if it is empty.
    void filter(const std::string& name);
    /// Sets the text of the field; if `typing`, starts editing with the file name selected up to its
    /// extension.
    void set_text(Ui& ui, const std::string& text, bool typing);
    /// Enters the folder of the row, or accepts its file.
    void activate_row(Ui& ui, int index, bool typing);
    /// Fills in the name of a file.
    void set_file_name(Ui& ui, const std::string& name, bool typing);
    void accept(Ui& ui, const std::string& typed, bool typing);
    void accept_file(std::string path, FileKind kind);
    void reject(Note note, std::string word);

    [[nodiscard]] bool typing(const Ui& ui) const;
    [[nodiscard]] std::string text(const Ui& ui) const;
    [[nodiscard]] bool has_ending(const std::string& name) const;
    [[nodiscard]] int rows() const { return static_cast<int>(shown_.size()) + (parent_ ? 1 : 0); }
    [[nodiscard]] const FolderEntry* entry(int index) const;  // null for the parent

    PopUp pop_up_;
    ImGuiID field_id_ = 0, list_id_ = 0;
    std::optional<TextEntry::Replacement> replacement_;  // the text with which editing continues
    FileDialogRequest request_;
    FolderListing listing_;           // without entries while the folder is being read
    std::string filter_;              // the name by which the list is filtered
    std::vector<std::size_t> shown_;  // indices into the listing's entries
    bool parent_ = false;             // the first row is ".."
    std::string path_;                // the field's text while it is not edited
    std::string followed_;            // the text that the list was last updated for
    std::string name_;                // of the file to save, retained across folders
    int selected_ = -1, pressed_ = -1, pointed_ = -1;
    bool follows_ = false;  // scroll the selected row into view
    double view_height_ = 0, clicked_at_ = -10;
    Note note_ = Note::none;
    std::string note_word_, to_confirm_;
    std::optional<std::string> result_;
    FolderReading reading_;
};

}  // namespace poslab
