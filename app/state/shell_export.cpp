#include "app/state/shell_export.hpp"

#include "app/cli/every_figure.hpp"
#include "app/cli/live_page.hpp"
#include "app/cli/sweep.hpp"
#include "app/cli/sweep_folder.hpp"
#include "app/cli/sweep_frames.hpp"
#include "app/cli/sweep_steps.hpp"
#include "app/state/compared.hpp"
#include "core/base/errors.hpp"
#include "core/documents/versus.hpp"
#include "core/files/input_file.hpp"
#include "core/params/filling.hpp"

namespace poslab {
namespace {

Selection selection_of(const ExportChoice& choice, const EngineChoice& engine) {
    Selection selection;
    selection.view = choice.view;
    selection.values = choice.values;
    selection.engine = engine;
    if (choice.numbers()) return selection;
    selection.versus = choice.versus;
    if (choice.versus.size() == 1) selection.comparison = choice.comparison;
    return selection;
}

PictureRequest picture_of(const ExportChoice& choice, const EngineChoice& engine) {
    PictureRequest request;
    request.selection = selection_of(choice, engine);
    request.figure = choice.figure;
    if (choice.content == ExportContent::figure) request.format = picture_format(choice.path);
    request.page = choice.page;
    request.typeface = choice.typeface;
    request.proof = choice.proof;
    request.digits = choice.digits;
    request.title = choice.title;
    request.caption = choice.caption;
    request.dpi = choice.pixels_per_inch();
    request.theme = choice.theme;
    request.language = choice.language;
    request.bare = !choice.titles;
    request.transparent = choice.transparent && choice.may_be_transparent();
    request.path = choice.path;
    return request;
}

LivePageRequest live_page_of(const ExportChoice& choice, const EngineChoice& engine) {
    LivePageRequest request;
    request.picture.selection = selection_of(choice, engine);
    request.picture.figure = choice.figure;
    request.picture.language = choice.language;
    request.picture.path = choice.path;
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

/// The animated parameters get their baseline values, so that the command does not contain them.
SweepRequest sweep_of(const ExportChoice& choice, const EngineChoice& engine) {
    const AnimationChoice& film = choice.animation;
    SweepRequest request;
    request.picture = picture_of(choice, engine);
    Values& values = request.picture.selection.values;
    const Values plain = readable_baseline(choice.view->parameters(), choice.view->defaults(), values).values;
    values[film.parameter] = plain[film.parameter];
    if (film.along) values[film.along->parameter] = plain[film.along->parameter];
    if (choice.in_folder()) request.picture.path += "/";
    request.over = film.over(*choice.view);
    request.together = film.along.has_value();
    request.fps = film.fps;
    request.fresh = film.fresh;
    return request;
}

SweepSteps steps_of(const SweepRequest& request) {
    return SweepSteps(request.picture.selection, request.over, request.together);
}

FilmFacts facts_of(const SweepRequest& request) {
    const SweepSteps steps = steps_of(request);
    return {steps.size(), steps.caption(0, request.picture.language), stages_of(request, steps)};
}

void remove_frames(const std::string& folder) {
    try {
        SweepFolder::remove_any(folder);
    } catch (const OutputError&) {  // they belong to a recording that began meanwhile
    }
}

/// If the recording is cancelled, frames remain only if it had resumed those of an interrupted sweep.
void record(const SweepRequest& request, const std::string& frames, const FontLibrary& fonts,
            const Job& job) {
    const bool goes_on = !request.fresh && file_exists(frames);
    try {
        sweep(request, fonts, job);
    } catch (const Cancelled&) {
        if (!goes_on) remove_frames(frames);
        throw;
    }
}

void write(const ExportChoice& choice, const EngineChoice& engine, const FontLibrary& fonts, const Job& job) {
    switch (choice.content) {
        case ExportContent::figure:
            export_pictures(each_picture(picture_of(choice, engine)), fonts, job);
            return;
        case ExportContent::numbers:
            export_numbers(numbers_of(choice, engine), job);
            return;
        case ExportContent::page:
            write_live_page(live_page_of(choice, engine), fonts, job);
            return;
        case ExportContent::animation:
            return record(sweep_of(choice, engine), frames_folder(choice), fonts, job);
    }
}

std::string command_of(const ExportChoice& choice, const EngineChoice& engine) {
    if (choice.numbers()) return command_line(numbers_of(choice, engine));
    if (choice.is_live()) return command_line(live_page_of(choice, engine));
    if (!choice.animates()) return command_line(picture_of(choice, engine));
    const SweepRequest request = sweep_of(choice, engine);
    return command_line_to(request, request.picture.path);
}

}  // namespace

std::string frames_folder(const ExportChoice& choice) {
    return choice.in_folder() ? choice.path : film_frames(choice.path);
}

Exporter make_exporter(const EngineChoice& engine, const FontLibrary& fonts) {
    Exporter exporter;
    exporter.write = [engine, &fonts](const ExportChoice& choice, const Job& job) {
        write(choice, engine, fonts, job);
    };
    exporter.command = [engine](const ExportChoice& choice) { return command_of(choice, engine); };
    exporter.film = [engine](const ExportChoice& choice) { return facts_of(sweep_of(choice, engine)); };
    exporter.film_notes = [engine](const ExportChoice& choice) {
        const SweepRequest request = sweep_of(choice, engine);
        std::vector<Message> notes = steps_of(request).notes(true);
        for (Message& note : film_size_notes(request)) notes.push_back(std::move(note));
        return notes;
    };
    exporter.first_frame = [engine, &fonts](const ExportChoice& choice, const Job& job, const auto& publish) {
        first_frame(sweep_of(choice, engine), fonts, job, publish);
    };
    exporter.layout = [engine](const ExportChoice& choice, const Figure& figure, const TextMetrics& metrics) {
        return laid_out(picture_of(choice, engine), figure, metrics);
    };
    exporter.variants = [engine](const ExportChoice& choice, const Job& job) {
        return figure_variants(selection_of(choice, engine), std::string(choice.figure_info().id),
                               choice.language, job);
    };
    exporter.arrays = [engine](const ExportChoice& choice) {
        return written_arrays(numbers_of(choice, engine));
    };
    return exporter;
}

std::vector<std::string> versus_of(const Store& store) {
    const PromptFilling prompt;
    std::vector<std::string> all;
    for (const Pin& pin : store.pins()) {
        const Values linked = linked_pin(store.view(), pin.values, store.values());
        const std::string versus = versus_words(store.view(), store.values(), linked);
        if (pin.shown && !versus.empty())
            all.push_back(pin.name.empty() ? versus : versus + ",name=" + pin.name);
    }
    return all;
}

ExportChoice present_choice(const Store& store, const CanvasSize& size) {
    ExportChoice choice;
    choice.view = &store.view();
    choice.values = store.values();
    choice.versus = versus_of(store);
    choice.comparison = store.current().comparison;
    choice.figure = store.figure().id;
    choice.set_preset(screen_preset, size);
    choice.theme = store.theme;
    choice.language = store.language;
    return choice;
}

std::string present_command(const Store& store, const CanvasSize& size, const Exporter& exporter) {
    ExportChoice choice = present_choice(store, size);
    choice.path = std::string(store.view().info().id) + ".png";
    return exporter.command(choice);
}

}  // namespace poslab
