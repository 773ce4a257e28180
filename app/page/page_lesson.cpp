#include "app/page/page_lesson.hpp"

#include "app/page/page_actions.hpp"
#include "core/base/errors.hpp"
#include "core/lessons/figure_curves.hpp"
#include "core/lessons/lesson_check.hpp"
#include "core/lessons/lesson_state.hpp"
#include "core/views/comparison.hpp"
#include "core/views/registry.hpp"

#include <algorithm>
#include <set>

namespace poslab {
namespace {

using Json = nlohmann::ordered_json;

/// Calls `evaluate`; returns `otherwise` if an expression has no value in this state.
template <class Evaluate, class Value>
Value value_or(Value otherwise, const Evaluate& evaluate) {
    try {
        return evaluate();
    } catch (const LessonError&) {
        return otherwise;
    }
}

}  // namespace

void PageLesson::open(const std::optional<PageStep>& requested) {
    if (!requested) {
        step_ = nullptr;
        return;
    }
    if (requested->lesson != text_) {
        step_ = nullptr;
        LessonReading reading = read_lesson("lesson", "lesson", requested->lesson);
        if (!reading.problems.empty()) throw InputError(reading.problems.front().message());
        lesson_ = std::move(reading.lesson);
        text_ = requested->lesson;
    }
    if (requested->step >= lesson_.steps.size())
        throw UsageError(tr("this lesson has no step {}", requested->step + 1));
    const LessonStep* step = &lesson_.steps[requested->step];
    if (step != step_) {
        const ShownState shown = shown_by(lesson_, *step, all_views());
        view_ = shown.view;
        figure_ = shown.figure_info().id;
    }
    step_ = step;
    answered_ = requested->answered;
}

const LessonStep* PageLesson::step_for(const ShownState& state) const {
    return state.view == view_ && state.figure_info().id == figure_ ? step_ : nullptr;
}

void PageLesson::add_arrays(const ShownState& state, std::vector<std::string>& arrays) const {
    const LessonStep* step = step_for(state);
    if (step == nullptr) return;
    for (std::string& array : arrays_of(lesson_, *step, state))
        if (std::find(arrays.begin(), arrays.end(), array) == arrays.end())
            arrays.push_back(std::move(array));
}

void PageLesson::hide_curves(const ShownState& state, Figure& figure) const {
    const LessonStep* step = step_for(state);
    if (step == nullptr) return;
    leave_out(step->later, figure);
    if (step->question && step->question->drawing && !answered_) leave_out(*step->question->drawing, figure);
}

std::vector<std::size_t> PageLesson::needed_panels(const ShownState& state) const {
    const LessonStep* step = step_for(state);
    if (step == nullptr) return {};
    if (step->question && step->question->drawing && !answered_)
        return {step->question->drawing->curve.panel};
    std::set<std::size_t> panels;
    for (const LessonMark& mark : step->marks) panels.insert(mark.panel);
    return {panels.begin(), panels.end()};
}

void PageLesson::add_marks(const ShownState& state, std::span<const Variant> variants, const Figure& figure,
                           Theme theme, Layout& layout) const {
    const LessonStep* step = step_for(state);
    if (step == nullptr) return;
    const LessonNumbers numbers{state.view, variants, figure_};
    const LessonDrawing* hidden =
        step->question && step->question->drawing && !answered_ ? &*step->question->drawing : nullptr;
    std::vector<MarkTarget> targets;
    for (const LessonMark& mark : step->marks) {
        if (hidden != nullptr && gives_away(mark, *hidden)) continue;
        MarkTarget nothing;
        nothing.nothing = true;
        targets.push_back(value_or(nothing, [&] { return place_of(mark, numbers, figure); }));
    }
    const Palette& colors = palette(theme);
    for (DrawCommand& command : drawn_places(targets, figure, layout, colors.accent, colors.on_accent))
        layout.draw.commands.push_back(std::move(command));
}

void PageLesson::add_sketch(const ShownState& state, const Figure& figure, const Layout& layout,
                            Language language, Json& panels) const {
    const LessonStep* step = step_for(state);
    if (step == nullptr || !step->question || !step->question->drawing) return;
    const PanelFrame* frame = frame_of(step->question->drawing->curve.panel, figure, layout);
    if (frame == nullptr) return;
    Json& panel = panels[static_cast<std::size_t>(frame - layout.frames.data())];
    panel["sketch"] = true;
    if (answered_) return;
    panel["drag"] = "sketch";
    panel["hint"] = in(language, "Draw in the figure"_tr);
}

Json PageLesson::json(const ShownState& state, std::span<const Variant> variants) const {
    if (step_ == nullptr) return nullptr;
    Json watched = Json::array();
    bool done = false;
    if (const LessonStep* step = step_for(state)) {
        const LessonNumbers numbers{state.view, variants, figure_};
        // Numbers of the question's state could suggest an answer.
        const bool waits = step->question && !answered_;
        for (const LessonWatch& watch : step->watches)
            watched.push_back(waits ? std::string(no_number) : watched_number(watch, numbers));
        if (!step->done.empty()) done = value_or(false, [&] { return is_done(*step, numbers); });
    }
    return {{"watched", watched}, {"done", done}};
}

}  // namespace poslab
