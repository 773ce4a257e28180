#include "app/gui/window_content.hpp"

#include "app/gui/figure_tabs.hpp"
#include "app/gui/header.hpp"
#include "app/gui/rail.hpp"
#include "app/gui/status.hpp"
#include "app/gui/welcome.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/gui/window_style.hpp"
#include "app/state/shell_export.hpp"
#include "core/base/errors.hpp"
#include "core/files/input_file.hpp"
#include "core/views/registry.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace poslab {
namespace {

/// Makes each successful action add its file to the recent files.
std::vector<OpenAction> noted(std::vector<OpenAction> actions, const std::string& path) {
    std::error_code error;
    const auto whole = std::filesystem::absolute(path, error).lexically_normal().string();
    for (OpenAction& action : actions)
        action.open = [open = std::move(action.open), recent_path = error ? path : whole](Store& store) {
            Toast toast = open(store);
            if (toast.good) store.note_opened(recent_path);
            return toast;
        };
    return actions;
}

/// The area of messages in the status bar, to the right of the rail if there is enough room.
Rect toast_room(Rect free, const WindowRegions& regions) {
    constexpr double enough = 480;
    const double right_of_rail = std::max(0.0, free.right() - regions.canvas.x);
    if (right_of_rail >= enough) return {regions.canvas.x, free.y, right_of_rail, free.height};
    return free;
}

constexpr double status_height = 28;
constexpr double glyphs_only_below = 1200, small_below = 1440, large_from = 2200;

}  // namespace

std::string first_folder() {
    std::error_code error;
    const auto here = std::filesystem::current_path(error);
    return error || here == here.root_path() ? expanded_path("~/") : here.string() + "/";
}

int fitting_percent(int requested, double width, double height) {
    constexpr double min_width = 840, min_height = 470;  // of the content; fits 1280x720 at 150 %
    int fitting = Store::sizes.front();
    for (const int percent : Store::sizes)
        if (percent <= requested && width * 100 / percent >= min_width &&
            height * 100 / percent >= min_height)
            fitting = percent;
    return fitting;
}

WindowRegions window_regions(double width, double height, double tabs_height, Side side) {
    WindowRegions regions;
    regions.small = width < small_below;
    const bool large = width >= large_from, page = side == Side::page;
    const double rail = width < (page ? small_below : glyphs_only_below) ? 56
                        : regions.small                                  ? 168
                        : large                                          ? 216
                                                                         : 200;
    const double usual = regions.small ? 304
                         : large       ? 400
                                       : 336,
                 wide = width < glyphs_only_below ? 320
                        : large                   ? 480
                                                  : 392;
    const double inspector = std::min(page ? wide : usual, std::max(0.0, width - rail));
    const double header = regions.small ? 56 : 64;
    const double body = std::max(0.0, height - status_height);
    const double middle = std::max(0.0, width - rail - inspector);
    regions.padding = regions.small ? 16 : large ? 32 : 24;
    regions.rail = {0, 0, rail, body};
    regions.inspector = {rail + middle, 0, inspector, body};
    regions.header = {rail, 0, middle, header};
    const double tabs = std::min(tabs_height, std::max(0.0, body - header));
    regions.tabs = {rail, header, middle, tabs};
    regions.canvas = {rail, header + tabs, middle, std::max(0.0, body - header - tabs)};
    regions.status = {0, body, width, status_height};
    return regions;
}

WindowContent::WindowContent(const FontLibrary& fonts, GuiContext& gui, const WindowOptions& options,
                             std::function<void()> wake, SessionKeeper keeper, bool desktop_dialogs)
    : metrics_(fonts),
      store_(all_views()),
      ui_(metrics_, gui.painter(), gui.fonts()),
      exporter_(make_exporter(options.engine, fonts)),
      export_(exporter_, wake, desktop_dialogs),
      files_(wake, desktop_dialogs),
      train_(wake, desktop_dialogs),
      engine_(options.engine),
      keeper_(std::move(keeper)),
      presets_(keeper_.folder()),
      canvas_(wake),
      opening_(wake),
      topics_(wake, options.engine),
      course_(std::move(wake), options.engine, options.lessons_folder) {
    keeper_.restore({store_, player_}, options);
    if (!options.lesson.empty()) store_.lessons.begin(options.lesson);
    if (!options.lesson_step.empty()) store_.lessons.step = options.lesson_step;
    store_.lessons.present(options.presents);
    if (!options.capture.empty()) store_.reduced_motion = true;
    if (!options.file.empty()) opening_.add({options.file});
    needs_first_file_ = !options.capture.empty() && !options.file.empty();
}

WindowContent::~WindowContent() { keep_session(); }

void WindowContent::keep_session() { keeper_.keep_now({store_, player_}, restored_width_, restored_height_); }

void WindowContent::frame(const WindowSize& size, FrameInput input) {
    note_presentation();
    const Side side = store_.lessons.page == SidePage::parameters ? Side::inspector : Side::page;
    if (presenting()) lecture_form_ = lecture_form(size);
    regions_ = presenting() ? lecture_regions(size.width, size.height, lecture_form_)
                            : window_regions(size.width, size.height, figure_tabs_height(store_), side);
    pixels_ = size.pixels;
    window_width_ = static_cast<int>(std::lround(size.window_width));
    window_height_ = static_cast<int>(std::lround(size.window_height));
    restored_width_ = static_cast<int>(std::lround(size.restored_width));
    restored_height_ = static_cast<int>(std::lround(size.restored_height));
    apply_style(palette(store_.theme), size.pixels);
    const bool key = !input.keys.empty();
    ui_.begin(
        {size.pixels, size.width, size.height, store_.theme, store_.reduced_motion, std::move(input.keys)});
    store_.begin_frame(gestures_.now(key));
    ImGui::GetIO().FontDefault = ui_.font(Font::regular, 13);  // next frame's unit of wheel steps
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("PosLab", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoNavFocus | ImGuiWindowFlags_NoScrollWithMouse);
    const CanvasContext context{regions_.canvas, regions_.padding,  size.pixels,          engine_,
                                presenting(),    player_.running(), std::move(input.path)};
    if (presenting())
        compose_lecture(regions_, context);
    else
        compose(regions_, context);
    ImGui::End();
    ui_.end();
    if (opening_.waits(store_)) ui_.request_frame();
    if (!computing() && canvas_.computed().compared().complete()) keeper_.end_start();
    const auto rest = keeper_.keep({store_, player_}, restored_width_, restored_height_, Ui::time());
    if (rest) ui_.wake_after(*rest + 0.01);
}

void WindowContent::compose(const WindowRegions& regions, const CanvasContext& context) {
    if (ui_.keys_are_free()) {  // before a slider takes the keys
        view_keys();
        canvas_.press_default(ui_, store_);
    }
    open_waiting();
    // The Tab order: rail, tools, figure, card, inspector, status bar.
    const RailResult rail = draw_rail(ui_, store_, regions.rail, regions.small);
    if (rail.open) open_file();
    if (rail.recent) open_recent();
    update_lessons();
    take_played();
    draw_side(regions);
    ui_.set_tab_place(2);
    draw_canvas(regions, context);
    take_requests();
    ui_.set_tab_place(1);
    const HeaderResult header =
        draw_header(ui_, store_, player_, canvas_, regions.header, regions.padding, regions.small);
    if (header.export_clicked) perform(Action::open_export);
    if (header.play_clicked) toggle_play();
    if (header.pin_clicked) pin();
    if (header.lock_clicked) lock_axes();
    if (header.explain_clicked) perform(Action::explain);
    if (draw_figure_tabs(ui_, store_, regions.tabs, regions.padding)) perform(Action::train);
    const int percent = fitting_percent(store_.percent, window_width_, window_height_);
    const StatusResult status = draw_status(ui_, store_, canvas_, regions.status,
                                            {percent, train_.status(store_.language), opening_text()});
    if (status.training) perform(Action::train);
    if (status.stop_opening) opening_.cancel(store_);
    if (status.undo || status.redo) undo(status.redo);
    if (status.help) keys_.open(ui_, !store_.reduced_motion);
    ui_.set_tab_place(3);
    draw_messages(toast_room(status.free, regions));
    dialogs();
}

/// Collects new messages and draws the last one at the bottom of `room`.
void WindowContent::draw_messages(Rect room) {
    notices();
    const std::string paths = fmt::format("{}", fmt::join(export_.choice().paths(), "\n"));
    const bool undoes = toast_.action == in(store_.language, "Undo"_tr);  // otherwise the action copies paths
    if (!draw_toast(ui_, toast_, room)) return;
    if (undoes)
        restore_answers();
    else
        ImGui::SetClipboardText(paths.c_str());
}

void WindowContent::draw_canvas(const WindowRegions& regions, const CanvasContext& bare) {
    const CanvasContext context = with_lesson(bare);
    const Pane pane(ui_, "canvas", regions.canvas);
    if (std::exchange(steps_opened_, course_.opened()) != course_.opened()) canvas_.ignore_pointer(ui_);
    const auto change = [this] {
        shortcuts();
        play();
        return player_.next(store_);
    };
    const auto draw_over = [&] {
        LessonPage::draw_marks(ui_, store_, course_, canvas_, regions.canvas, lesson_page_.pointed_mark());
        if (canvas_.up_to_date()) course_.notice(store_, canvas_.variants(store_));
        ui_.set_tab_place(3);
        draw_welcome_card(regions);
    };
    canvas_.frame(ui_, store_, context, {change, draw_over});
}

void WindowContent::draw_welcome_card(const WindowRegions& regions) {
    Rect spare = canvas_.layout().spare;
    spare.x += regions.canvas.x;
    spare.y += regions.canvas.y;
    const WelcomeResult welcome = draw_welcome(ui_, store_, player_, spare);
    if (welcome.keys) keys_.open(ui_, !store_.reduced_motion);
    if (welcome.play) toggle_play();
    if (welcome.tour) store_.lessons.begin("first-minute");
}

void WindowContent::dialogs() {
    export_.draw(ui_, store_, canvas_.variants(store_), toast_);
    keys_.draw(ui_, store_.language);
    train_.draw(ui_, store_, toast_);
    if (const auto found = open_sheet_.draw(ui_, store_)) {
        tell_opened(*found);
    }
    if (const auto answer = files_.draw(ui_, store_.language)) {
        opened_from_ = std::filesystem::path(answer->path).parent_path().string() + "/";
        if (dialog_purpose_ == FileDialogPurpose::opening)
            open_one(answer->path);
        else
            take_preset_file(answer->path);
    }
    if (topics_.take_claims() && palette_.is_open()) palette_.refresh(palette_source());
    if (const auto entry = palette_.draw(ui_, palette_source())) {
        carry_out(*entry);
        ui_.request_frame();
    }
}

/// Carries out what the inspector and the card over the figure request.
void WindowContent::take_requests() {
    if (const auto requested = inspector_.take_wanted_file()) open_file(requested);
    if (const auto recorded = inspector_.take_recorded(); recorded && !hides_curve()) record(*recorded);
    if (const auto requested = canvas_.take_wanted_file()) open_file(requested);
}

void WindowContent::open_file(const std::optional<ViewParameter>& parameter) {
    dialog_purpose_ = FileDialogPurpose::opening;
    opening_for_ = parameter;
    FileDialogRequest request;
    request.title = parameter ? in(store_.language, parameter->descriptor().label)
                              : in(store_.language, "Open a file"_tr);
    request.button = in(store_.language, "Open"_tr);
    request.path = folder_to_open();
    files_.ask(ui_, std::move(request), !store_.reduced_motion);
}

/// Takes the next step of playback, before any widget is drawn, so that the whole frame shows one step.
void WindowContent::take_played() {
    if (player_.next(store_) && canvas_.arrived()) player_.take_next(store_);
}

void WindowContent::play() {
    if (!player_.running()) return;
    if (!canvas_.status().error.empty()) return player_.pause();
    player_.advance(store_, Ui::time(), canvas_.up_to_date());
    ui_.wake_after(1.0 / 60);
}

void WindowContent::notices() {
    if (const Message& of_engine = canvas_.status().notice; !of_engine.empty() && of_engine != noticed_) {
        toast_ = {Translator(store_.language)(of_engine), false, {}, -1};
        noticed_ = of_engine;  // report once what every step of a slider meets
    }
    if (const auto notice = inspector_.take_notice()) toast_ = *notice;
    if (const auto refusal = store_.take_refusal())
        toast_ = {Translator(store_.language)(*refusal), false, {}, -1};
    if (opened_ && !canvas_.status().running) {
        if (canvas_.status().error.empty()) toast_ = *opened_;  // otherwise the canvas shows the error
        opened_.reset();
    }
    if (!toast_.text.empty()) return;
    if (const auto notice = keeper_.take_notice())
        toast_ = {Translator(store_.language)(*notice), false, {}, -1};
}

void WindowContent::open_files(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) opening_.add({path});
    open_waiting();
}

void WindowContent::open_recent() {
    if (store_.recent.empty()) {
        toast_ = {Translator(store_.language)("No file has been opened yet."_tr), true, {}, -1};
        return;
    }
    std::vector<OpenAction> actions;
    for (const std::string& path : store_.recent)
        actions.push_back({path, [this, path](Store&) {
                               opening_.add({path});  // may ask how to open the file
                               return Toast{};
                           }});
    open_sheet_.open(ui_, Translator(store_.language)("Recent files"_tr), std::move(actions),
                     !store_.reduced_motion);
}

void WindowContent::open_waiting() {
    while (auto found = opening_.next(store_)) open_found(std::move(*found));
}

std::string WindowContent::opening_text() const {
    constexpr double max_name = 200;
    const std::string name = opening_.file_name();
    if (name.empty()) return {};
    return Translator(store_.language)("Opening {} · Stop",
                                       ui_.fitted(name, {Font::regular, 12, {}}, max_name));
}

void WindowContent::open_found(FileOpening::Found found) {
    if (found.of_view) return take_filled(std::move(found));
    const bool is_needed = std::exchange(needs_first_file_, false);
    try {
        if (is_needed && found.actions.size() > 1) refuse_file(found.path, open_question(found.actions));
        open_as(std::move(found));
        if (is_needed && !toast_.text.empty() && !toast_.good) throw InputError(verbatim(toast_.text));
    } catch (const Error& error) {
        if (is_needed) throw;
        toast_ = {Translator(store_.language)(error.message()), false, {}, -1};
    }
}

void WindowContent::take_filled(FileOpening::Found found) {
    if (!found.refusal)
        return store_.take_filled(found.of_view->view, found.of_view->values,
                                  std::move(found.of_view->filled));
    store_.leave_unread();
    toast_ = {Translator(store_.language)(*found.refusal), false, {}, -1};
}

void WindowContent::open_as(FileOpening::Found found) {
    if (found.refusal) throw InputError(*found.refusal);
    if (found.holds_presets) {
        toast_ = presets_.read_from(found.path, store_);
    } else if (found.actions.size() > 1) {
        const std::string title =
            Translator(store_.language)("Open {} as", std::filesystem::path(found.path).filename().string());
        open_sheet_.open(ui_, title, noted(std::move(found.actions), found.path), !store_.reduced_motion);
    } else {
        tell_opened(noted(std::move(found.actions), found.path).front().open(store_));
    }
}

std::string WindowContent::folder_to_open() const {
    return opened_from_.empty() ? first_folder() : opened_from_;
}

/// Opens the file chosen in the picker.
void WindowContent::open_one(const std::string& path) {
    opening_.add({path, std::exchange(opening_for_, std::nullopt)});
}

void WindowContent::tell_opened(Toast toast) {
    opened_.reset();
    toast_ = {};
    if (toast.good)
        opened_ = std::move(toast);
    else
        toast_ = std::move(toast);
    ui_.request_frame();
}

bool WindowContent::computing() const { return canvas_.status().running; }

/// A cancelled computation also counts as settled.
bool WindowContent::settled() const {
    const bool reads_folder = files_.reading() || export_.reading_folder() || train_.reading_folder();
    return !computing() && !course_.computing() && !opening_.busy(store_) && !reads_folder &&
           canvas_.computed().compared().complete() && !ui_.moving();
}

}  // namespace poslab
