#include "app/gui/window_content.hpp"

#include "app/gui/figure_tabs.hpp"
#include "app/gui/header.hpp"
#include "app/gui/open_path.hpp"
#include "app/gui/rail.hpp"
#include "app/gui/readout_text.hpp"
#include "app/gui/shell_export.hpp"
#include "app/gui/shell_text.hpp"
#include "app/gui/status.hpp"
#include "app/gui/welcome.hpp"
#include "core/figure/formula.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <utility>

namespace poslab {
namespace {

constexpr double status_height = 28;
constexpr double glyphs_only_below = 1200, small_below = 1440, large_from = 2200;

}  // namespace

int fitting_percent(int wanted, double width, double height) {
    constexpr double least_width = 840, least_height = 470;  // of the content; a projector shows 1280x720 at 150 %
    int fitting = Store::sizes.front();
    for (const int percent : Store::sizes)
        if (percent <= wanted && width * 100 / percent >= least_width && height * 100 / percent >= least_height) fitting = percent;
    return fitting;
}

WindowRegions window_regions(double width, double height, double tabs_height) {
    WindowRegions regions;
    regions.small = width < small_below;
    const bool large = width >= large_from;
    const double rail = width < glyphs_only_below ? 56 : regions.small ? 168 : large ? 216 : 200;
    const double inspector = std::min(regions.small ? 304.0 : large ? 400.0 : 336.0, std::max(0.0, width - rail));
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

WindowContent::WindowContent(const FontLibrary& fonts, const WindowOptions& options, WindowServices services, SessionKeeper keeper)
    : metrics_(fonts),
      services_(std::move(services)),
      store_(all_views()),
      ui_(metrics_),
      exporter_(make_exporter(options.engine, fonts)),
      export_(exporter_, services_.wake),
      engine_(options.engine),
      capturing_(!options.capture.empty()),
      keeper_(std::move(keeper)),
      worker_(services_.wake) {
    keeper_.restore({store_, player_, inspector_}, options);
    if (capturing_) store_.reduced_motion = true;
    ui_.read_clipboard = services_.read_clipboard;
    ui_.write_clipboard = services_.write_clipboard;
}

WindowContent::~WindowContent() { keeper_.keep_now({store_, player_, inspector_}, window_width_, window_height_); }

void WindowContent::frame(const Input& input, const WindowSize& size) {
    regions_ = window_regions(size.width, size.height, figure_tabs_height(store_));
    pixels_ = size.pixels;
    window_width_ = static_cast<int>(std::lround(size.window_width));
    window_height_ = static_cast<int>(std::lround(size.window_height));
    ui_.begin(input, size.width, size.height, store_.theme, store_.reduced_motion);
    store_.begin_frame(gestures_.now(input, ui_.focused()));
    compose(regions_, size.pixels);
    ui_.end();
    const auto rest = keeper_.keep({store_, player_, inspector_}, window_width_, window_height_, input.time);
    if (rest) ui_.wake_after(*rest + 0.01);
}

void WindowContent::compose(const WindowRegions& regions, double pixels) {
    const CanvasPlace canvas{regions.canvas, regions.padding, pixels, engine_};
    if (!ui_.editing() && ui_.top() == Layer::over) view_keys();  // before a slider takes them
    ui_.fill({regions.header.x, 0, regions.header.width, regions.canvas.bottom()}, ui_.colors().canvas);
    // By Tab: rail, tools, figure, card, inspector, status bar.
    if (draw_rail(ui_, store_, regions.rail, regions.small)) open_file();
    inspector_.draw(ui_, store_, player_, canvas_, regions.inspector, regions.small);
    if (const auto wanted = inspector_.take_wanted_file()) open_file(wanted);
    ui_.set_tab_place(2);
    canvas_.interact(ui_, store_, canvas);
    shortcuts(regions);
    play();
    canvas_.compute(store_, worker_, metrics_, canvas);
    canvas_.lay_out(ui_, store_, canvas);
    ui_.set_tab_place(1);
    const HeaderTouch header = draw_header(ui_, store_, player_, canvas_, regions.header, regions.padding, regions.small);
    if (header.do_export) open_export(regions);
    draw_figure_tabs(ui_, store_, regions.tabs, regions.padding);
    Rect spare = canvas_.layout().spare;
    spare.x += regions.canvas.x;
    spare.y += regions.canvas.y;
    ui_.set_tab_place(3);
    const WelcomeTouch welcome = draw_welcome(ui_, store_, player_, spare);
    if (welcome.keys) keys_.open(ui_, !store_.reduced_motion);
    if (header.play || welcome.play) toggle_play();
    const int percent = fitting_percent(store_.percent, window_width_, window_height_);
    const StatusTouch status = draw_status(ui_, store_, canvas_, regions.status, percent);
    if (status.undo) undo(false);
    if (status.help) keys_.open(ui_, !store_.reduced_motion);
    ui_.set_tab_place(3);
    canvas_.draw_over(ui_, store_, worker_, canvas);
    notices();
    const std::string path = export_.choice().path;
    if (draw_toast(ui_, toast_, regions.canvas) && services_.write_clipboard) services_.write_clipboard(path);
    dialogs();
}

void WindowContent::dialogs() {
    export_.draw(ui_, store_, canvas_.variants(store_), toast_);
    keys_.draw(ui_, store_.language);
    if (!files_.is_open()) return;
    if (const auto path = files_.draw(ui_, store_.language)) {
        opened_from_ = std::filesystem::path(*path).parent_path().string() + "/";
        open_one(*path);
    }
}

void WindowContent::open_file(std::optional<std::size_t> parameter) {
    opening_for_ = parameter;
    opening_in_ = &store_.view();
    FileQuestion question;
    question.title =
        parameter ? in(store_.language, store_.view().parameters()[*parameter].label) : say(store_.language, Say::open_title);
    question.button = say(store_.language, Say::open_button);
    if (!parameter) question.endings = {"json"};
    question.path = opened_from_.empty() ? expanded_path("~/") : opened_from_;
    files_.open(ui_, std::move(question), !store_.reduced_motion);
}

void WindowContent::toggle_play() {
    if (const auto parameter = playable_parameter(store_, player_)) player_.toggle(store_, *parameter, ui_.input().time);
}

void WindowContent::play() {
    if (!player_.running()) return;
    if (!canvas_.status().error.empty()) return player_.pause();
    player_.advance(store_, ui_.input().time, canvas_.up_to_date());
    ui_.wake_after(1.0 / 60);
}

void WindowContent::shortcuts(const WindowRegions& regions) {
    if (ui_.take_letter('Q', true)) quit_ = true;
    if (ui_.editing() || ui_.top() != Layer::over) return;
    if (ui_.take_letter('H')) store_.tool = Tool::pan;
    history_keys();
    if (ui_.take_letter('Z')) store_.tool = Tool::zoom;
    if (ui_.take_letter('E')) open_export(regions);
    if (ui_.take_letter('T')) store_.theme = store_.theme == Theme::light ? Theme::dark : Theme::light;
    if (ui_.take_letter('G')) store_.language = store_.language == Language::english ? Language::chinese : Language::english;
    if (ui_.take_letter('O', true)) open_file();
    if (ui_.take_letter('?')) keys_.open(ui_, !store_.reduced_motion);
    if (ui_.take_letter('M')) {
        store_.reduced_motion = !store_.reduced_motion;
        toast_ = {std::string(say(store_.language, store_.reduced_motion ? Say::less_motion : Say::usual_motion)), true, {}, -1};
    }
    size_keys();
    figure_keys(ui_, store_);
    play_keys();
    clipboard_keys(regions);
    if (!ui_.anything_active() && !ui_.take(Key::escape).empty()) ui_.release_focus();
}

void WindowContent::history_keys() {
    const bool shift = ui_.input().shift;
    if (ui_.take_letter('Z', true)) undo(shift);
    if (ui_.take_letter('Y', true)) undo(true);
}

void WindowContent::undo(bool again) {
    player_.pause();
    const bool done = again ? store_.redo() : store_.undo();
    if (!done && !again) toast_ = {std::string(say(store_.language, Say::nothing_to_undo)), true, {}, -1};
}

/// Ctrl with Page Up and Page Down.
void WindowContent::view_keys() {
    if (!ui_.input().ctrl) return;
    const auto views = store_.views();
    const auto at = std::find_if(views.begin(), views.end(), [&](const ViewState& s) { return s.view == &store_.view(); });
    if (!ui_.take(Key::page_up).empty() && at != views.begin()) store_.choose((at - 1)->view->info().id);
    if (!ui_.take(Key::page_down).empty() && at + 1 != views.end()) store_.choose((at + 1)->view->info().id);
}

/// Ctrl with +, − and 0.
void WindowContent::size_keys() {
    constexpr auto sizes = Store::sizes;
    const auto at = std::find(sizes.begin(), sizes.end(), store_.percent);
    if (ui_.take_letter('+', true) && at != sizes.end() && at + 1 != sizes.end()) store_.percent = *(at + 1);
    if (ui_.take_letter('-', true) && at != sizes.end() && at != sizes.begin()) store_.percent = *(at - 1);
    if (ui_.take_letter('0', true)) store_.percent = 100;
}

void WindowContent::play_keys() {
    if (!ui_.take(Key::space).empty()) toggle_play();
    if (ui_.take_letter('[')) player_.change_speed(-1);
    if (ui_.take_letter(']')) player_.change_speed(1);
    if (ui_.take_letter('L')) player_.set_mode(player_.mode() == PlayMode::bounce ? PlayMode::loop : PlayMode::bounce);
}

/// Ctrl C: the command; with Shift: the values; Ctrl L: the formula.
void WindowContent::clipboard_keys(const WindowRegions& regions) {
    if (!services_.write_clipboard) return;
    const bool shift = ui_.input().shift;
    const bool c = ui_.take_letter('C', true), l = ui_.take_letter('L', true);
    if (!c && !l) return;
    const Style style{store_.theme, store_.language};
    const Readout readout = store_.view().readout(canvas_.variants(store_), style, canvas_.cursor());
    const auto copied = [&](const std::string& text, Say what, const std::string& of) {
        services_.write_clipboard(text);
        toast_ = {std::string(say(store_.language, what)) + of, true, {}, -1};
    };
    if (c && shift)
        copied(readout_text(readout), Say::copied_values, ": " + readout.where);
    else if (c)
        copied(present_command(store_, figure_size(regions), exporter_), Say::copied_command, {});
    else if (!readout.formula.empty())
        copied(latex_of(joined_lines(readout.formula)), Say::copied_formula, {});
}

CanvasSize WindowContent::figure_size(const WindowRegions& regions) const {
    return {regions.canvas.width, regions.header.height + regions.tabs.height + regions.canvas.height, std::round(96 * pixels_)};
}

void WindowContent::open_export(const WindowRegions& regions) { export_.open(ui_, store_, figure_size(regions)); }

void WindowContent::notices() {
    if (const Sentence& of_engine = canvas_.status().notice; !of_engine.en.empty() && of_engine.en != noticed_) {
        toast_ = {store_.language == Language::chinese ? of_engine.zh : of_engine.en, false, {}, -1};
        noticed_ = of_engine.en;  // what one slider's every step meets is told once
    }
    if (const auto notice = inspector_.take_notice()) toast_ = *notice;
    if (const auto refusal = store_.take_refusal())
        toast_ = {store_.language == Language::chinese ? refusal->zh : refusal->en, false, {}, -1};
    if (!toast_.text.empty()) return;
    if (const auto notice = keeper_.take_notice())
        toast_ = {store_.language == Language::chinese ? notice->zh : notice->en, false, {}, -1};
}

void WindowContent::open_files(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) toast_ = open_path(store_, path);
}

/// What the file picker gave.
void WindowContent::open_one(const std::string& path) {
    const auto parameter = std::exchange(opening_for_, std::nullopt);
    toast_ = parameter && opening_in_ == &store_.view() ? open_for(store_, *parameter, path) : open_path(store_, path);
}

/// What was cancelled is at rest, too.
bool WindowContent::settled() const { return !canvas_.status().running && !ui_.moving(); }

std::vector<PaintedList> WindowContent::painted() const {
    const Point canvas{regions_.canvas.x, regions_.canvas.y};
    std::vector<PaintedList> lists{{&ui_.list(Layer::base), {}, 1},
                                   {&canvas_.layout().draw, canvas, 1},
                                   {&ui_.list(Layer::over), {}, 1},
                                   {&ui_.list(Layer::dialog), {}, 1}};
    if (const DrawList* preview = export_.preview()) {
        const Rect place = export_.preview_rect();
        lists.push_back({preview, {place.x, place.y}, place.width / export_.choice().width, export_.preview_opacity()});
    }
    lists.push_back({&ui_.list(Layer::menu), {}, 1});
    lists.push_back({&ui_.list(Layer::tip), {}, 1});
    return lists;
}

}  // namespace poslab
