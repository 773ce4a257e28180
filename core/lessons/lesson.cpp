#include "core/lessons/lesson.hpp"

#include "core/base/utf8.hpp"
#include "core/files/byte_order_mark.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <stdexcept>

namespace poslab {

namespace {

struct Line {
    std::string key, value;
    int number = 0;
};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Splits text at the first `separator`.
std::pair<std::string_view, std::string_view> parts_of(std::string_view text, char separator) {
    const std::size_t at = text.find(separator);
    if (at == std::string_view::npos) return {trimmed(text), {}};
    return {trimmed(text.substr(0, at)), trimmed(text.substr(at + 1))};
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!(text = trimmed(text)).empty()) {
        const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

std::optional<std::size_t> whole_number(std::string_view text) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// Reads one file line by line.
class Reader {
  public:
    explicit Reader(LessonReading& reading) : reading_(reading), lesson_(reading.lesson) {}

    void read(std::string_view text) {
        for (const Line& line : lines_of(without_byte_order_mark(text))) {
            if (newer_ || full_) break;
            take(line);
        }
        finish();
    }

  private:
    void complain(int line, Message what) {
        reading_.problems.push_back({lesson_.file, line, std::move(what)});
    }

    std::vector<Line> lines_of(std::string_view text) {
        std::vector<Line> lines;
        int number = 0;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            const std::string_view whole = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            ++number;
            const std::string_view line = trimmed(whole);
            if (line.empty() || line.front() == '#') continue;
            if (whole.front() == ' ' || whole.front() == '\t') {
                if (lines.empty())
                    complain(number, "continuation without a line before it"_tr);
                else
                    (lines.back().value += " ") += line;
                continue;
            }
            if (line.find(':') == std::string_view::npos) {
                complain(number,
                         "must be 'key: value', or begin with a space to continue the line before"_tr);
                continue;
            }
            const auto [key, value] = parts_of(line, ':');
            lines.push_back({std::string(key), std::string(value), number});
        }
        return lines;
    }

    void take(const Line& line) {
        if (line.value.empty()) return complain(line.number, tr("{}: the value is empty", line.key));
        if (line.key == "lesson") return take_format(line);
        if (!has_format_) {
            complain(line.number, "a lesson must begin with 'lesson: 1', its format version"_tr);
            has_format_ = true;
        }
        if (line.key == "step") return begin_step(line);
        using Take = void (Reader::*)(const Line&);
        struct Key {
            std::string_view name;
            Take of_lesson, of_step;
        };
        static constexpr std::array keys{Key{"title", &Reader::take_lesson_title, &Reader::take_title},
                                         Key{"summary", &Reader::take_summary, nullptr},
                                         Key{"source", &Reader::take_source, nullptr},
                                         Key{"minutes", &Reader::take_minutes, nullptr},
                                         Key{"text", nullptr, &Reader::take_text},
                                         Key{"formula", nullptr, &Reader::take_formula},
                                         Key{"show", nullptr, &Reader::take_show},
                                         Key{"look", nullptr, &Reader::take_look},
                                         Key{"try", nullptr, &Reader::take_try},
                                         Key{"done", nullptr, &Reader::take_done},
                                         Key{"watch", nullptr, &Reader::take_watch},
                                         Key{"predict", nullptr, &Reader::take_predict},
                                         Key{"choice", nullptr, &Reader::take_choice},
                                         Key{"right", nullptr, &Reader::take_right},
                                         Key{"draw", nullptr, &Reader::take_draw},
                                         Key{"hide", nullptr, &Reader::take_hide},
                                         Key{"later", nullptr, &Reader::take_later},
                                         Key{"because", nullptr, &Reader::take_because},
                                         Key{"exercise", nullptr, &Reader::take_exercise},
                                         Key{"solution", nullptr, &Reader::take_solution}};
        const auto key =
            std::find_if(keys.begin(), keys.end(), [&](const Key& one) { return one.name == line.key; });
        if (key == keys.end()) return complain(line.number, tr("unknown key '{}'", line.key));
        const Take taken = lesson_.steps.empty() ? key->of_lesson : key->of_step;
        if (taken == nullptr)
            return complain(line.number, lesson_.steps.empty()
                                             ? tr("{}: allowed only after a 'step:' line", line.key)
                                             : tr("{}: must precede the first step", line.key));
        (this->*taken)(line);
    }

    void expect_first(const Line& line, bool occurred) {
        if (occurred) complain(line.number, tr("{}: occurs twice", line.key));
    }

    void take_format(const Line& line) {
        expect_first(line, has_version_);
        has_format_ = has_version_ = true;
        const auto version = whole_number(line.value);
        if (!version || *version == 0)
            return complain(line.number, tr("lesson: {} is not a format version", line.value));
        newer_ = *version > lesson_format;
        if (newer_)
            complain(line.number, tr("made for a newer PosLab: its format is {}, this program reads {}",
                                     *version, lesson_format));
    }

    void begin_step(const Line& line) {
        full_ = lesson_.steps.size() == max_lesson_steps;
        if (full_) return complain(line.number, tr("more than {} steps", max_lesson_steps));
        const bool named = std::all_of(line.value.begin(), line.value.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        });
        if (!named)
            complain(line.number, tr("step: {}: use lowercase letters, digits and hyphens", line.value));
        if (std::any_of(lesson_.steps.begin(), lesson_.steps.end(),
                        [&](const LessonStep& step) { return step.id == line.value; }))
            complain(line.number, tr("step: duplicate name {}", line.value));
        LessonStep& begun = lesson_.steps.emplace_back();
        begun.id = line.value;
        begun.line = line.number;
    }

    LessonStep& step() { return lesson_.steps.back(); }

    void take_once(const Line& line, LessonText& text) {
        expect_first(line, !text.empty());
        text = {line.value, line.number};
    }
    void take_lesson_title(const Line& line) { take_once(line, lesson_.title); }
    void take_summary(const Line& line) { take_once(line, lesson_.summary); }
    void take_source(const Line& line) { take_once(line, lesson_.source); }
    void take_minutes(const Line& line) {
        expect_first(line, has_minutes_);
        has_minutes_ = true;
        const auto minutes = whole_number(line.value);
        if (!minutes || *minutes == 0 || *minutes > 600)
            return complain(line.number, tr("minutes: {} must be between 1 and 600", line.value));
        lesson_.minutes = static_cast<int>(*minutes);
    }
    void take_title(const Line& line) { take_once(line, step().title); }
    void take_text(const Line& line) { step().blocks.push_back({false, {line.value, line.number}}); }
    void take_formula(const Line& line) { step().blocks.push_back({true, {line.value, line.number}}); }
    void take_show(const Line& line) { take_once(line, step().show); }
    void take_done(const Line& line) { take_once(line, step().done); }
    void take_exercise(const Line& line) { take_once(line, step().exercise); }
    void take_solution(const Line& line) { take_once(line, step().solution); }

    /// Removes a trailing "in N" and returns the panel's index, the first panel's without one. Empty, and
    /// reported, if N is not a panel.
    std::optional<std::size_t> take_panel(const Line& line, std::vector<std::string>& words) {
        if (words.size() < 2 || words[words.size() - 2] != "in") return 0;
        const auto panel = whole_number(words.back());
        if (!panel || *panel == 0) {
            complain(line.number, tr("{}: there is no panel '{}'", line.key, words.back()));
            return std::nullopt;
        }
        words.resize(words.size() - 2);
        return *panel - 1;
    }

    void take_look(const Line& line) {
        const auto [place, label] = parts_of(line.value, '|');
        std::vector<std::string> words = words_of(place);
        LessonMark mark;
        mark.label = {std::string(label), line.number};
        const auto panel = take_panel(line, words);
        if (!panel) return;
        mark.panel = *panel;
        struct Shape {
            std::string_view name;
            LessonMark::Kind kind;
            std::size_t least, most;
        };
        using Kind = LessonMark::Kind;
        static constexpr std::array shapes{
            Shape{"cell", Kind::cell, 2, 2},     Shape{"point", Kind::point, 2, 2},
            Shape{"region", Kind::region, 2, 4}, Shape{"axis", Kind::axis_x, 1, 1},
            Shape{"curve", Kind::curve, 1, 1},   Shape{"panel", Kind::panel, 0, 0}};
        const auto shape = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& one) {
            return !words.empty() && one.name == words.front();
        });
        if (shape == shapes.end())
            return complain(line.number, "look: must be cell, point, region, axis, curve or panel"_tr);
        mark.kind = shape->kind;
        mark.numbers.assign(words.begin() + 1, words.end());
        const std::size_t count = mark.numbers.size();
        if (count < shape->least || count > shape->most || (mark.kind == Kind::region && count == 3))
            return complain(
                line.number,
                tr("look: {} takes {} numbers without spaces, not {}", shape->name,
                   shape->least == shape->most ? fmt::format("{}", shape->least) : "2 or 4", count));
        if (mark.kind == Kind::axis_x) {
            if (mark.numbers.front() != "x" && mark.numbers.front() != "y")
                return complain(line.number, "look: must be axis x or axis y"_tr);
            if (mark.numbers.front() == "y") mark.kind = Kind::axis_y;
            mark.numbers.clear();
        }
        step().marks.push_back(std::move(mark));
    }

    void take_try(const Line& line) {
        const auto [what, words] = parts_of(line.value, '|');
        const std::vector<std::string> parts = words_of(what);
        if (parts.size() < 2 || parts.size() > 3 || words.empty())
            return complain(
                line.number,
                "try: must be 'PARAMETER FROM TO | what to do', or one choice instead of FROM TO"_tr);
        expect_first(line, step().tried.has_value());
        step().tried = LessonTry{parts[0],
                                 parts[1],
                                 parts.size() == 3 ? parts[2] : std::string(),
                                 {std::string(words), line.number}};
    }

    void take_watch(const Line& line) {
        const auto [label, expression] = parts_of(line.value, '|');
        if (label.empty() || expression.empty())
            return complain(line.number, "watch: must be 'label | expression'"_tr);
        step().watches.push_back({{std::string(label), line.number}, {std::string(expression), line.number}});
    }

    LessonQuestion& question(const Line& line) {
        if (!step().question) {
            complain(line.number, tr("{}: must follow 'predict:'", line.key));
            step().question.emplace();
        }
        return *step().question;
    }
    void take_predict(const Line& line) {
        expect_first(line, step().question.has_value());
        step().question = LessonQuestion{{line.value, line.number}, {}, 0, {}, {}};
    }
    void take_draw(const Line& line) {
        const auto [place, label] = parts_of(line.value, '|');
        std::vector<std::string> words = words_of(place);
        const auto panel = take_panel(line, words);
        if (!panel) return;
        const auto number =
            words.size() == 2 && words.front() == "curve" ? whole_number(words.back()) : std::nullopt;
        if (!number || *number == 0 || label.empty())
            return complain(
                line.number,
                "draw: must be 'curve N | what it is', with 'in N' after it for another panel"_tr);
        LessonQuestion& current = question(line);
        expect_first(line, current.drawing.has_value());
        current.drawing = LessonDrawing{{*number, *panel}, {std::string(label), line.number}};
    }
    void take_hide(const Line& line) {
        LessonQuestion& current = question(line);
        if (!current.drawing) return complain(line.number, tr("{}: must follow 'draw:'", line.key));
        const auto hidden = hidden_of(line);
        if (!hidden)
            return complain(
                line.number,
                "hide: must be 'curve N', 'rule N' or 'panel', with 'in N' after it for another panel"_tr);
        current.drawing->hidden.push_back(*hidden);
    }
    void take_later(const Line& line) {
        const auto hidden = hidden_of(line);
        if (!hidden || hidden->kind != LessonHidden::Kind::curve)
            return complain(line.number,
                            "later: must be 'curve N', with 'in N' after it for another panel"_tr);
        lesson_.steps.back().later.push_back(*hidden);
    }
    /// Empty if it is something else.
    std::optional<LessonHidden> hidden_of(const Line& line) {
        std::vector<std::string> words = words_of(line.value);
        const auto panel = take_panel(line, words);
        if (!panel) return std::nullopt;
        LessonHidden hidden{LessonHidden::Kind::panel, {0, *panel}, line.number};
        if (words.size() == 2 && words.front() != "panel") {
            hidden.kind = words.front() == "rule" ? LessonHidden::Kind::rule : LessonHidden::Kind::curve;
            hidden.which.number = whole_number(words.back()).value_or(0);
        }
        const bool known = words.size() == 1 ? words.front() == "panel"
                                             : words.front() == "curve" || words.front() == "rule";
        if (!known || (words.size() == 2) != (hidden.which.number > 0)) return std::nullopt;
        return hidden;
    }
    void take_choice(const Line& line) { question(line).choices.push_back({line.value, line.number}); }
    void take_because(const Line& line) { take_once(line, question(line).because); }
    void take_right(const Line& line) {
        LessonQuestion& current = question(line);
        expect_first(line, current.right_line > 0);
        current.right_line = line.number;
        const auto number = whole_number(line.value);
        if (!number || *number == 0)
            return complain(line.number, tr("right: {} is not the number of a choice", line.value));
        current.right = *number - 1;
    }

    void finish() {
        if (newer_) return;
        if (!has_format_) complain(1, "a lesson must begin with 'lesson: 1', its format version"_tr);
        if (lesson_.title.empty()) complain(1, "has no title"_tr);
        if (lesson_.summary.empty()) complain(1, "has no summary"_tr);
        for (const LessonText* text : {&lesson_.title, &lesson_.summary}) refuse_numbers(*text);
        if (lesson_.minutes == 0) complain(1, "has no duration in minutes"_tr);
        if (lesson_.steps.empty()) complain(1, "has no steps"_tr);
        for (const LessonStep& step : lesson_.steps) finish(step);
    }

    /// Converts the lesson's own texts before any figure is computed.
    void refuse_numbers(const LessonText& text) {
        try {
            const std::vector<LessonSpan> spans = lesson_spans(text.text);
            if (std::any_of(spans.begin(), spans.end(),
                            [](const auto& span) { return span.kind == LessonSpan::Kind::number; }))
                complain(text.line,
                         "numbers in braces cannot be used in a lesson's title and summary, which have no "
                         "figure"_tr);
        } catch (const LessonError& error) {
            complain(text.line, error.message());
        }
    }

    void finish(const LessonStep& step) {
        const bool has_text = std::any_of(step.blocks.begin(), step.blocks.end(),
                                          [](const LessonBlock& block) { return !block.is_formula; });
        if (step.title.empty()) complain(step.line, tr("step {}: has no title", step.id));
        if (!has_text) complain(step.line, tr("step {}: has no text", step.id));
        if (step.show.empty()) complain(step.line, tr("step {}: has no 'show'", step.id));
        if (step.tried.has_value() != !step.done.empty())
            complain(step.line, tr("step {}: 'try' and 'done' "
                                   "require each other",
                                   step.id));
        if (step.solution.empty() != step.exercise.empty())
            complain(step.line, tr("step {}: 'exercise' and 'solution' require each other", step.id));
        if (!step.question) return;
        const LessonQuestion& prediction = *step.question;
        if (prediction.because.empty())
            complain(prediction.question.line, "predict: 'because' is missing"_tr);
        if (prediction.drawing) {
            if (!prediction.choices.empty())
                complain(prediction.drawing->label.line,
                         "draw: choices and a curve to draw cannot be combined"_tr);
            if (prediction.right_line > 0)
                complain(prediction.right_line, "right: a curve to draw has no choices"_tr);
            return;
        }
        if (prediction.choices.size() < 2 || prediction.choices.size() > 5)
            complain(prediction.question.line, "predict: requires two to five choices"_tr);
        if (prediction.right_line == 0)
            complain(prediction.question.line, "predict: 'right' is missing"_tr);
        else if (prediction.right >= prediction.choices.size())
            complain(prediction.question.line, "right: must be the number of a choice"_tr);
    }

    LessonReading& reading_;
    Lesson& lesson_;
    bool has_version_ = false, has_minutes_ = false, newer_ = false;
    bool has_format_ = false;  // or its absence is reported
    bool full_ = false;        // the rest is not read
};

LessonProblem too_large(const std::string& file) {
    return {file, 1, tr("is larger than {} bytes", max_lesson_bytes)};
}

/// Reports a byte, counted from 1, with its line.
LessonProblem invalid_utf8(const std::string& file, std::string_view text, std::size_t byte) {
    const auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(byte), '\n');
    return {file, static_cast<int>(lines) + 1, tr("invalid UTF-8 at byte {}", byte)};
}

/// Returns the bytes of these texts, of their translations if a catalogue has them.
std::size_t bytes_of(const std::vector<const LessonText*>& texts, const Catalogue& catalogue) {
    std::size_t bytes = 0;
    for (const LessonText* text : texts) {
        const std::string* const translation = catalogue.find(text->text);
        bytes += (translation != nullptr ? *translation : text->text).size();
    }
    return bytes;
}

/// Reports texts that are too long; with an empty catalogue the English ones, at their lines.
void limit_texts(LessonReading& reading, const std::string& file, const Catalogue& catalogue) {
    const Lesson& lesson = reading.lesson;
    if (const std::size_t bytes = bytes_of({&lesson.title, &lesson.summary, &lesson.source}, catalogue);
        bytes > max_step_bytes)
        reading.problems.push_back(
            {file, 1,
             tr("title, summary and source have {} bytes; at most {} are allowed", bytes, max_step_bytes)});
    for (const LessonStep& step : lesson.steps) {
        std::vector<const LessonText*> texts = translated_texts(step);
        for (const LessonBlock& block : step.blocks)
            if (block.is_formula) texts.push_back(&block.text);
        const std::size_t bytes = bytes_of(texts, catalogue);
        if (bytes > max_step_bytes)
            reading.problems.push_back({file, file == lesson.file ? step.line : 1,
                                        tr("step {}: its texts have {} bytes; at most {} are allowed",
                                           step.id, bytes, max_step_bytes)});
    }
}

}  // namespace

std::optional<LessonCurve> read_lesson_curve(std::string_view text) {
    const std::vector<std::string> words = words_of(text);
    if (words.size() != 1 && (words.size() != 3 || words[1] != "in")) return std::nullopt;
    const auto number = whole_number(words.front()),
               panel = words.size() == 3 ? whole_number(words.back()) : 1;
    if (!number || !panel || *number == 0 || *panel == 0) return std::nullopt;
    return LessonCurve{*number, *panel - 1};
}

std::string_view Lesson::in(Language language, const LessonText& text) const {
    const auto catalogue = catalogues.find(language.id());
    const std::string* found = catalogue == catalogues.end() ? nullptr : catalogue->second.find(text.text);
    return found != nullptr ? std::string_view(*found) : std::string_view(text.text);
}

std::string Lesson::plain_in(Language language, const LessonText& text) const {
    const std::string_view markup = in(language, text);
    try {
        std::vector<LessonSpan> spans = lesson_spans(markup);
        for (LessonSpan& span : spans) {
            if (span.kind == LessonSpan::Kind::number) span.text = "…";
            if (span.kind == LessonSpan::Kind::formula) span.text = lesson_formula(span.text);
        }
        return plain_text(spans);
    } catch (const std::runtime_error&) {  // LessonError or FormulaError, of a lesson with faults
        return std::string(markup);
    }
}

Message LessonProblem::message() const { return tr("{}:{}: {}", file, line, what); }

LessonReading read_lesson(std::string id, std::string file, std::string_view text) {
    LessonReading reading;
    reading.lesson.id = std::move(id);
    reading.lesson.file = std::move(file);
    if (text.size() > max_lesson_bytes)
        reading.problems.push_back(too_large(reading.lesson.file));
    else if (const auto wrong = byte_that_is_not_utf8(text))
        reading.problems.push_back(invalid_utf8(reading.lesson.file, text, *wrong));
    else
        Reader(reading).read(text);
    limit_texts(reading, reading.lesson.file, {});
    reading.lesson.text = text;
    return reading;
}

void add_catalogue(LessonReading& reading, std::string_view language, const std::string& file,
                   std::string_view po) {
    if (po.size() > max_lesson_bytes) {
        reading.problems.push_back(too_large(file));
        return;
    }
    if (const auto wrong = byte_that_is_not_utf8(po)) {
        reading.problems.push_back(invalid_utf8(file, po, *wrong));
        return;
    }
    try {
        const auto added =
            reading.lesson.catalogues.emplace(std::string(language), Catalogue(without_byte_order_mark(po)))
                .first;
        limit_texts(reading, file, added->second);
    } catch (const std::invalid_argument& error) {
        reading.problems.push_back({file, 1, verbatim(error.what())});
    }
}

}  // namespace poslab
