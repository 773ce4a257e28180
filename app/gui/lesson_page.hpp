#pragma once

#include "app/gui/canvas.hpp"
#include "app/gui/glossary_page.hpp"
#include "app/gui/inspector.hpp"
#include "app/gui/lecture_plan.hpp"
#include "app/gui/lesson_writer.hpp"
#include "app/state/lesson_course.hpp"
#include "app/state/lesson_sketch.hpp"
#include "core/lessons/figure_curves.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// Requests made on the page.
struct LessonResult {
    bool present = false;
    bool reset_answers = false;
};

/// The page next to the figure: the list of lessons, a step, the glossary or the figure's explanation.
/// Changed parameters go through Store::edit.
class LessonPage {
  public:
    /// The parts of the window that the page works with.
    struct Surroundings {
        Inspector& inspector;
        Player& player;
        const Canvas& canvas;
        Rect canvas_area;
        LessonSketch& sketch;
    };
    LessonResult draw(Ui& ui, Store& store, LessonCourse& course, const Surroundings& surroundings, Rect area,
                      bool small);
    /// Draws the step alone, or sliders, for a lecture room.
    void present(Ui& ui, Store& store, LessonCourse& course, const Surroundings& surroundings, Rect area,
                 LectureForm form);
    /// Draws the marks of the current text over the figure; `area` is the canvas.
    static void draw_marks(Ui& ui, const Store& store, const LessonCourse& course, const Canvas& canvas,
                           Rect area, std::size_t strong);
    /// Scrolls the glossary to this term, given by its English name.
    void show_term(const std::string& term) { glossary_.show(term); }
    /// Turns the pages of a long step while presenting. Returns false at its ends, where the step changes
    /// instead.
    bool turn(std::ptrdiff_t steps);
    /// The height of the text that does not fit, CSS pixels.
    [[nodiscard]] double lecture_overflow() const { return lecture_overflows_; }
    /// The text's key and page: "LESSON/STEP … 1".
    [[nodiscard]] std::string lecture_place() const {
        return lecture_of_ + " " + std::to_string(lecture_part_);
    }
    /// The mark whose line is under the pointer; an invalid number if none.
    [[nodiscard]] std::size_t pointed_mark() const { return pointed_mark_; }

    /// True if the question of the step is on the page.
    [[nodiscard]] bool shows_question() const { return shows_question_; }
    /// The lines of the page's texts.
    [[nodiscard]] const LessonLines& lines() const { return lines_; }
    /// The curve under the pointer, in the figure or as a term of the text.
    [[nodiscard]] const std::optional<LessonCurve>& pointed_curve() const { return lit_.curve; }

    /// Draws the link back to the open lesson above the inspector. Returns its height.
    static double draw_way_back(Ui& ui, Store& store, const LessonCourse& course, Rect area, double padding);

  private:
    struct Place : Surroundings {
        Ui& ui;
        Store& store;
        LessonCourse& course;
        LessonType type;
        LessonLines& lines;
    };

    [[nodiscard]] LessonResult draw_head(const Place& at, Rect area, double padding) const;
    void draw_list(const Place& at, Rect area, double padding);
    void list_row(const Place& at, const LessonReading& reading, Rect area, LessonWriter& writer);
    void draw_step(const Place& at, Rect area, double padding);
    /// `wide`: in two columns.
    void draw_lecture(const Place& at, Rect area, bool wide);
    void draw_lecture_explanation(const Place& at, Rect area);
    /// Starts filling pages below the title; a new `key` starts at the first page.
    void begin_pages(const Place& at, Rect area, bool wide, const std::string& key, LessonWriter& writer);
    void end_pages(const Place& at, const LessonWriter& writer);
    /// Draws the dots of the steps, the page of the step, and the key that switches between text and sliders.
    void draw_lecture_bar(const Place& at, Rect area) const;
    /// Draws the slider that is playing or was moved last, large; in a lesson also one of its step.
    void draw_lecture_sliders(const Place& at, Rect area);
    static constexpr double lecture_bar_width = 190, lecture_row = 54;  // a slider or a short row
    /// The view's parameters that the step refers to: the one to try, then those in its formulas, in order.
    [[nodiscard]] static std::vector<std::size_t> parameters_of(const Store& store, const LessonStep& step);
    [[nodiscard]] static LessonWriter writer_of_step(const Place& at,
                                                     const std::optional<LessonNumbers>& numbers);
    static void write_title(const Place& at, const LessonStep& step, LessonWriter& writer);
    /// Writes texts, formulas and marks.
    void write_explanation(const Place& at, const LessonStep& step, LessonWriter& writer);
    /// Writes the question.
    void write_prediction(const Place& at, const LessonStep& step, LessonWriter& writer);
    /// Writes what to try and the values to watch.
    void write_tried(const Place& at, const LessonStep& step, LessonWriter& writer);
    void write_marks(const Place& at, const LessonStep& step, LessonWriter& writer);
    void write_try(const Place& at, const LessonStep& step, LessonWriter& writer);
    void write_sliders(const Place& at, const LessonStep& step, LessonWriter& writer);
    void write_return(const Place& at, LessonWriter& writer);
    static void write_watches(const Place& at, const LessonStep& step, LessonWriter& writer);
    void point_at_curve(const Place& at, const LessonStep& step, const std::optional<LessonCurve>& in_text);
    void write_question(const Place& at, const LessonStep& step, LessonWriter& writer);
    [[nodiscard]] static double height_of_question(const LessonQuestion& question,
                                                   const LessonWriter& writer);
    void write_pen(const Place& at, const LessonDrawing& drawing, LessonWriter& writer);
    void take_pen(const Place& at, const ItemState& item);
    void write_comparison(const Place& at, LessonWriter& writer);
    static void write_links(const Place& at, LessonWriter& writer,
                            const std::vector<std::pair<std::string, std::string>>& links,
                            const std::function<void(std::size_t, const ItemState&)>& touched);
    void write_choice(const Place& at, const LessonStep& step, std::size_t n, LessonWriter& writer);
    void write_because(const Place& at, const LessonQuestion& question, bool answered, LessonWriter& writer);
    void write_exercise(const Place& at, const LessonStep& step, LessonWriter& writer);
    void draw_explanation(const Place& at, Rect area, double padding);
    static void draw_footer(const Place& at, Rect area, double padding);
    /// Draws the link to the next lesson below the last step. Returns its height.
    static double draw_onward(const Place& at, Rect body, double padding);
    static void draw_dots(const Place& at, Rect area);

    LessonLines lines_;
    GlossaryPage glossary_;
    CurveFinder curve_finder_;
    LessonTerm lit_;         // the parameter or curve under the pointer, to highlight
    bool pen_held_ = false;  // arrow keys draw
    bool shows_question_ = false;
    bool wants_reset_ = false;
    bool reveals_ = false;                               // scroll the new answer into view
    std::optional<std::pair<double, double>> revealed_;  // top and bottom of that answer
    std::size_t pointed_mark_ = no_mark;
    static constexpr std::size_t no_mark = static_cast<std::size_t>(-1);
    std::map<std::string, bool> solutions_;  // by "LESSON/STEP": true if shown
    std::string lecture_of_;
    std::size_t lecture_part_ = 0, lecture_parts_ = 1;
    std::optional<std::size_t> revealed_on_;  // the page with the explanation of the answer
    double lecture_overflows_ = 0;
    /// The height of a row in the list, and the width and language for which it was measured.
    struct RowHeight {
        double height = 0, width = 0;
        Language language = Language::english;
    };
    std::map<std::string, RowHeight> heights_;  // by the row's name
};

}  // namespace poslab
