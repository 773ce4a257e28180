#include "app/gui/window_frame.hpp"

#include "app/gui/header.hpp"
#include "app/gui/platform.hpp"
#include "app/gui/rail.hpp"
#include "app/gui/read_input.hpp"
#include "app/gui/shell_export.hpp"
#include "app/gui/status.hpp"
#include "core/engine/engines.hpp"

#include <imgui.h>

#include <array>
#include <cmath>
#include <cstdlib>

namespace poslab {
namespace {

constexpr double status_height = 28;
constexpr double glyphs_only_below = 1200, small_below = 1440, large_from = 2200;
constexpr int capture_after = 3;  // settled frames: the one that settled and two more

}  // namespace

WindowFrame::WindowFrame(Platform& platform, const FontLibrary& fonts, const WindowOptions& options)
    : platform_(platform),
      metrics_(fonts),
      store_(all_views()),
      ui_(metrics_),
      export_(make_exporter(options.engine, fonts), [&platform] { platform.wake(); }),
      trace_(std::getenv("POSLAB_TRACE")),  // NOLINT(concurrency-mt-unsafe): read before any thread starts
      engines_{&engine_named(options.engine)},
      capturing_(!options.capture.empty()),
      worker_([&platform] { platform.wake(); }) {
    store_.theme = options.theme.value_or(Theme::light);
    store_.language = options.language.value_or(Language::english);
    store_.reduced_motion = capturing_;
    if (options.view != nullptr) {
        store_.choose(options.view->info().id);
        if (!options.values.empty()) store_.set(options.values);
    }
    ui_.read_clipboard = [&platform] { return platform.clipboard(); };
    ui_.write_clipboard = [&platform](const std::string& text) { platform.set_clipboard(text); };
}

WindowFrame::Regions WindowFrame::regions(double width, double height) {
    Regions regions;
    regions.small = width < small_below;
    const bool large = width >= large_from;
    const double rail = width < glyphs_only_below ? 56 : regions.small ? 168 : large ? 216 : 200;
    const double inspector = regions.small ? 304 : large ? 400 : 336;
    const double header = regions.small ? 56 : 64;
    const double body = height - status_height;
    regions.padding = regions.small ? 16 : large ? 32 : 24;
    regions.rail = {0, 0, rail, body};
    regions.inspector = {width - inspector, 0, inspector, body};
    regions.header = {rail, 0, width - rail - inspector, header};
    regions.canvas = {rail, header, width - rail - inspector, body - header};
    regions.status = {0, body, width, status_height};
    return regions;
}

bool WindowFrame::draw() {
    const double scale = platform_.scale();
    const double width = platform_.framebuffer_width() / scale, height = platform_.framebuffer_height() / scale;
    const Regions place = regions(width, height);
    Input input = read_input(platform_);
    if (capturing_) input.mouse = {-1, -1};  // wherever the pointer happens to rest
    ui_.begin(input, width, height, store_.theme, store_.reduced_motion);
    compose(place);
    ui_.end();
    paint(place);
    show_pointer(ui_.pointer());
    trace();
    ask_for_frames();
    return !quit_ && !(capturing_ && captured());
}

void WindowFrame::compose(const Regions& regions) {
    const CanvasPlace canvas{regions.canvas, regions.padding, platform_.scale(), engines_};
    ui_.fill({regions.header.x, 0, regions.header.width, regions.canvas.bottom()}, ui_.colors().canvas);
    draw_rail(ui_, store_, regions.rail, regions.small);
    inspector_.draw(ui_, store_, canvas_, regions.inspector, regions.small);
    canvas_.interact(ui_, store_, canvas);
    shortcuts(regions);
    canvas_.compute(store_, worker_, metrics_, canvas);
    canvas_.lay_out(store_, metrics_, canvas);
    if (draw_header(ui_, store_, canvas_, regions.header, regions.padding, regions.small)) open_export(regions);
    draw_status(ui_, store_, canvas_, regions.status);
    canvas_.draw_over(ui_, store_, worker_, canvas);
    notices();
    const std::string path = export_.choice().path;
    if (draw_toast(ui_, toast_, regions.canvas)) platform_.set_clipboard(path);
    export_.draw(ui_, store_, canvas_.variants(store_), toast_);
}

void WindowFrame::shortcuts(const Regions& regions) {
    if (ui_.take_letter('Q', true)) quit_ = true;
    if (ui_.editing() || ui_.top() != Layer::over) return;
    if (ui_.take_letter('H')) store_.tool = Tool::pan;
    if (ui_.take_letter('Z')) store_.tool = Tool::zoom;
    if (ui_.take_letter('E')) open_export(regions);
    if (!ui_.anything_active() && !ui_.take(Key::escape).empty()) ui_.release_focus();
}

void WindowFrame::open_export(const Regions& regions) {
    const double height = regions.canvas.height + regions.header.height;
    export_.open(ui_, store_, {regions.canvas.width, height, std::round(96 * platform_.scale())});
}

void WindowFrame::notices() {
    const WorkerStatus& status = canvas_.status();
    const std::string& sentence = status.notice;
    if (sentence != noticed_ && !sentence.empty()) toast_ = {sentence, false, {}, -1};
    noticed_ = sentence;
}

void WindowFrame::paint(const Regions& regions) {
    const double scale = platform_.scale();
    ImDrawList& onto = *ImGui::GetBackgroundDrawList();
    platform_.set_background(ui_.colors().canvas);
    ImGuiPainter& painter = platform_.painter();
    const PaintPlace all{0, 0, scale, 1, 1};
    painter.paint(ui_.list(Layer::base), onto, all);
    const Rect& canvas = regions.canvas;
    painter.paint(canvas_.layout().draw, onto, {std::round(canvas.x * scale), std::round(canvas.y * scale), scale, 1, 1});
    painter.paint(ui_.list(Layer::over), onto, all);
    painter.paint(ui_.list(Layer::dialog), onto, all);
    if (const DrawList* preview = export_.preview()) {
        const Rect place = export_.preview_rect();
        const double shrink = place.width / export_.choice().width, opacity = export_.preview_opacity();
        painter.paint(*preview, onto, {std::round(place.x * scale), std::round(place.y * scale), scale * shrink, opacity, 1});
    }
    painter.paint(ui_.list(Layer::menu), onto, all);
    painter.paint(ui_.list(Layer::tip), onto, all);
}

void WindowFrame::ask_for_frames() {
    // What a frame changes shows in the next one; widgets that were drawn before the change have not seen it.
    if (!platform_.events().empty()) platform_.request_frames(1);
    if (ui_.moving() || ui_.wake_in() == 0)
        platform_.request_frames(1);
    else if (ui_.wake_in() > 0)
        platform_.wake_after(ui_.wake_in());
}

void WindowFrame::trace() {
    // Presses of one key within 20 ms of each other come as repeats (GLFW); both are counted.
    for (const InputEvent& event : platform_.events())
        if (std::holds_alternative<KeyRepeat>(event)) ++repeats_;
    const TraceFrame frame{platform_.frames_drawn(),
                           platform_.key_presses() + repeats_,
                           platform_.clicks(),
                           platform_.time(),
                           export_.is_open(),
                           export_.busy(),
                           toast_.text,
                           canvas_.status().error,
                           export_.is_open() ? export_.command() : std::string()};
    trace_.write(frame, store_, canvas_, ui_);
}

bool WindowFrame::captured() {
    const bool settled = (canvas_.up_to_date() || !canvas_.status().error.empty()) && !ui_.moving();
    settled_frames_ = settled ? settled_frames_ + 1 : 0;
    if (settled_frames_ >= capture_after) return true;
    if (settled) platform_.request_frames(1);
    return false;
}

}  // namespace poslab
