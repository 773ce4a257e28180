#include "app/state/shell_export.hpp"

#include "app/cli/export.hpp"
#include "app/cli/versus.hpp"
#include "app/state/compared.hpp"

#include <cmath>

namespace poslab {
namespace {

Selection selection_of(const ExportChoice& choice, const EngineChoice& engine) {
    Selection selection;
    selection.view = choice.view;
    selection.values = choice.values;
    selection.engine = engine;
    if (choice.numbers) return selection;
    selection.versus = choice.versus;
    if (choice.versus.size() == 1) selection.comparison = choice.comparison;
    return selection;
}

PictureRequest picture_of(const ExportChoice& choice, const EngineChoice& engine) {
    PictureRequest request;
    request.selection = selection_of(choice, engine);
    request.figure = choice.figure;
    request.format = picture_format(choice.path);
    request.page = choice.page;
    request.typeface = choice.typeface;
    request.proof = choice.proof;
    request.title = choice.title;
    request.caption = choice.caption;
    request.dpi = choice.dpi;
    request.theme = choice.theme;
    request.language = choice.language;
    request.bare = !choice.titles;
    request.transparent = choice.transparent;
    request.path = choice.path;
    return request;
}

NumbersRequest numbers_of(const ExportChoice& choice, const EngineChoice& engine) {
    NumbersRequest request;
    request.selection = selection_of(choice, engine);
    request.format = number_format(choice.path);
    if (!choice.all_arrays()) request.array = choice.array;
    request.path = choice.path;
    return request;
}

}  // namespace

Exporter make_exporter(const EngineChoice& engine, const FontLibrary& fonts) {
    Exporter exporter;
    exporter.write = [engine, &fonts](const ExportChoice& choice, const Job& job) {
        if (choice.numbers)
            export_numbers(numbers_of(choice, engine), job);
        else
            export_picture(picture_of(choice, engine), fonts, job);
    };
    exporter.command = [engine](const ExportChoice& choice) {
        return choice.numbers ? command_line(numbers_of(choice, engine)) : command_line(picture_of(choice, engine));
    };
    exporter.layout = [engine](const ExportChoice& choice, const Figure& figure, const TextMetrics& metrics) {
        return laid_out(picture_of(choice, engine), figure, metrics);
    };
    exporter.variants = [engine](const ExportChoice& choice, const Job& job) {
        return figure_variants(selection_of(choice, engine), choice.figure, choice.language, job);
    };
    exporter.arrays = [engine](const ExportChoice& choice) { return written_arrays(numbers_of(choice, engine)); };
    return exporter;
}

std::vector<std::string> versus_of(const Store& store) {
    std::vector<std::string> all;
    for (const Pin& pin : store.pins()) {
        const Values linked = linked_pin(store.view(), pin.values, store.values());
        const std::string versus = versus_words(store.view(), store.values(), linked);
        if (pin.shown && !versus.empty()) all.push_back(versus);
    }
    return all;
}

std::string present_command(const Store& store, const CanvasSize& size, const Exporter& exporter) {
    ExportChoice choice;
    choice.view = &store.view();
    choice.values = store.values();
    choice.versus = versus_of(store);
    choice.comparison = store.current().comparison;
    choice.figure = store.figure().id;
    choice.page = {std::round(size.width), std::round(size.height)};
    choice.dpi = size.dpi;
    choice.theme = store.theme;
    choice.language = store.language;
    choice.path = std::string(store.view().info().id) + ".png";
    return exporter.command(choice);
}

}  // namespace poslab
