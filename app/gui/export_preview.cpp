#include "app/gui/export_preview.hpp"

#include "app/cli/export.hpp"
#include "app/gui/widgets/choice.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace poslab {
namespace {

bool has_all(std::span<const Variant> shown, const FigureInfo& figure) {
    if (shown.empty() || shown.front().data == nullptr) return false;
    return std::all_of(figure.arrays.begin(), figure.arrays.end(), [&](std::string_view name) {
        return std::all_of(shown.begin(), shown.end(), [&](const Variant& variant) {
            return variant.data != nullptr && variant.data->find(name) != nullptr;
        });
    });
}

/// Compares only what the data depend on.
bool same_data(const ExportChoice& a, const ExportChoice& b) {
    return a.view == b.view && a.values == b.values && a.versus == b.versus && a.figure == b.figure;
}

}  // namespace

std::vector<Variant> ExportPreview::fetched(const ExportChoice& choice, const Exporter& exporter) {
    if (job_.ended()) arrived_ = true;
    if (fetch_ != nullptr && same_data(fetch_->choice, choice))
        return arrived_ ? fetch_->variants : std::vector<Variant>();
    fetch_ = std::make_shared<Fetched>(Fetched{choice, {}});
    arrived_ = false;
    job_.start([fetch = fetch_, variants = exporter.variants](const Job& job) {
        fetch->variants = variants(fetch->choice, job);
    });
    return {};
}

void ExportPreview::update(const ExportChoice& choice, const Exporter& exporter,
                           std::span<const Variant> shown, const TextMetrics& metrics) {
    const FigureInfo& info = choice.figure_info();
    std::vector<Variant> variants(shown.begin(), shown.end());
    if (!has_all(shown, info)) variants = fetched(choice, exporter);
    if (variants.empty()) variants.push_back({choice.values, nullptr, {}});
    const void* data = variants.front().data.get();
    ExportChoice key = choice;
    key.path.clear();
    if (laid_out_ && *laid_out_ == key && laid_out_data_ == data) return;
    const Comparison how = variants.size() == 2 ? choice.comparison : Comparison{};
    const Figure figure =
        compared_figure(*choice.view, info.id, variants, {choice.theme, choice.language}, {}, how);
    Layout placed = exporter.layout(choice, figure, metrics);
    list_ = std::move(placed.draw);
    omitted_ = reported_omissions(placed.omitted, choice.page, [&](const Page& page) {
        ExportChoice larger = choice;
        larger.page = page;
        return exporter.layout(larger, figure, metrics);
    });
    laid_out_ = std::move(key);
    laid_out_data_ = data;
}

void ExportPreview::draw(Ui& ui, const ExportChoice& choice, Rect room) {
    rect_ = draw_page(ui, choice, choice.page, list_, room);
}

Rect ExportPreview::draw_page(Ui& ui, const ExportChoice& choice, const Page& page, const DrawList& list,
                              Rect room) {
    const double scale = std::min(room.width / page.width, room.height / page.height);
    if (page.width * scale < 1 || page.height * scale < 1) return {room.x, room.y, 0, 0};  // a low window
    const Rect rect{room.x, room.y, std::round(page.width * scale), std::round(page.height * scale)};
    const bool transparent = choice.transparent && choice.may_be_transparent();
    if (!transparent) ui.fill(rect, proofed(palette(choice.theme).canvas, choice.proof));
    ui.frame(rect.inset(-1), ui.colors().border);
    ui.push_clip(rect);
    ui.draw(list, {rect.x, rect.y}, rect.width / page.width);
    ui.pop_clip();
    ui.mark("export.preview", rect);
    return rect;
}

void draw_array_list(Ui& ui, const ExportChoice& choice, std::span<const std::string> names, Rect room) {
    constexpr double row = 24;
    const Palette& colors = ui.colors();
    ui.text(in(choice.language, "File contents"_tr), room.x, room.y + 8, {Font::regular, 12, colors.text2});
    double middle = room.y + 36;
    for (const ArrayInfo& array : choice.view->info().arrays) {
        const bool held = names.empty() || std::find(names.begin(), names.end(), array.name) != names.end();
        if (!held || middle + row / 2 > room.bottom()) continue;
        const Rect line{room.x, middle - row / 2, room.width, row};
        const TextStyle name{Font::mono, 12, colors.text}, quiet{Font::regular, 12, colors.text3};
        const std::string about =
            std::string(array.axes) + (array.unit.empty() ? "" : " · " + std::string(array.unit));
        const double about_width = std::min(ui.text_width(about, quiet), room.width / 2);
        ui.text(ui.fitted(array.name, name, room.width - about_width - 12), room.x, middle, name);
        ui.text(ui.fitted(about, quiet, room.width / 2), room.right(), middle,
                {Font::regular, 12, colors.text3, Align::right});
        if (ui.over(line))
            ui.tooltip(ImGui::GetID(std::string(array.name).c_str()), line,
                       std::string(in(choice.language, array.help)));
        middle += row;
    }
    middle += row / 2;
    const TextStyle note{Font::regular, 12, colors.text2};
    const SampleRequest most;
    const std::string pooled = std::to_string(most.width) + " × " + std::to_string(most.height);
    for (const std::string& line : ui.wrapped(
             Translator(choice.language)(
                 "Matrices are pooled to at most {} values; masked values are NaN (JSON: null).", pooled),
             note, room.width)) {
        if (middle + row / 2 <= room.bottom()) ui.text(line, room.x, middle, note);
        middle += 18;
    }
}

void draw_proof_choice(Ui& ui, ExportChoice& choice, Rect rect) {
    constexpr std::array<Text, proof_count> labels{"In colour"_tr, "In grey"_tr, "Protanopia"_tr,
                                                   "Deuteranopia"_tr, "Tritanopia"_tr};
    std::vector<Option> options;
    for (std::size_t i = 0; i < labels.size(); ++i)
        options.push_back({proof_ids[i], in(choice.language, labels[i])});
    choice.proof =
        static_cast<Proof>(combo(ui, "export.proof", rect, options, static_cast<int>(choice.proof)));
}

}  // namespace poslab
