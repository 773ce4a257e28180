// Slides of every lesson, in all languages and both themes.
#include "app/handout/printed_lesson.hpp"
#include "app/handout/sentences.hpp"
#include "tests/handout/lesson_cases.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <string_view>

namespace poslab::test {
namespace {

constexpr double slide_width = 1280, slide_height = 720, slide_area = slide_width * slide_height;
constexpr double margin = 28, foot_top = 690;

/// The area of the figure on a slide. Its title is either in the column at the right of the figure, or over
/// the whole width, with the figure below it and two columns of text below the figure.
struct Places {
    Rect figure{margin, 16, 852, 688};
    double text_left = 896, text_top = 0;

    [[nodiscard]] bool is_text(Point at) const { return at.x > text_left && at.y > text_top; }
};

/// The sizes of figures over the whole width; the first texts below one are where these say.
constexpr std::array<double, 4> low_heights{390, 420, 450, 480};
constexpr double low_top = 76, second_column = 654;

Places places_of(const PdfPage& slide) {
    Places places;
    const auto any_text = [&](const auto& is_one) {
        return std::any_of(slide.draw.commands.begin(), slide.draw.commands.end(), [&](const auto& command) {
            const auto* run = std::get_if<TextRun>(&command);
            return run != nullptr && is_one(*run);
        });
    };
    if (!any_text([](const TextRun& run) { return run.anchor.x == margin && run.anchor.y < 60; }))
        return places;
    for (const double height : low_heights) {
        const double end = low_top + height;
        const bool begins = any_text([&](const TextRun& run) {
            return run.anchor.x == margin && run.anchor.y > end + 24 && run.anchor.y < end + 44;
        });
        const bool crosses = any_text([&](const TextRun& run) {
            return run.anchor.y > end && run.anchor.y - 0.7 * run.size < end + 14;
        });
        if (begins && !crosses) return {{margin, low_top, slide_width - 2 * margin, height}, 0, end};
    }
    ADD_FAILURE() << "no texts below the figure";
    return places;
}

/// The bounding box of everything drawn in the figure's area; clipped, since curves extend beyond it.
class InkBox {
  public:
    InkBox(const FontMetrics& metrics, const Rect& place) : metrics_(metrics), place_(place) {}

    void add(const DrawCommand& command) {
        if (const auto* clip = std::get_if<PushClip>(&command)) clips_.push_back(clip->rect);
        if (std::holds_alternative<PopClip>(command)) clips_.pop_back();
        if (const auto* fill = std::get_if<FillRect>(&command)) add(fill->rect);
        if (const auto* stroke = std::get_if<StrokeRect>(&command)) add(stroke->rect);
        if (const auto* map = std::get_if<HeatMap>(&command)) add(map->rect);
        if (const auto* circle = std::get_if<FillCircle>(&command))
            add({circle->center.x - circle->radius, circle->center.y - circle->radius, 2 * circle->radius,
                 2 * circle->radius});
        if (const auto* line = std::get_if<Polyline>(&command))
            for (const Point& point : line->points) add({point.x, point.y, 0, 0});
        if (const auto* run = std::get_if<TextRun>(&command)) {
            const double width = metrics_.width(run->text, run->font, run->size);
            const double share = run->align == Align::left ? 0 : run->align == Align::center ? 0.5 : 1;
            add({run->anchor.x - share * width, run->anchor.y - 0.7 * run->size, width, 0.9 * run->size});
        }
    }

    [[nodiscard]] double width() const { return right_ - left_; }
    [[nodiscard]] double height() const { return bottom_ - top_; }

  private:
    void add(Rect rect) {
        double x0 = rect.x, x1 = rect.right(), y0 = rect.y, y1 = rect.bottom();
        for (const Rect& clip : clips_) {
            x0 = std::clamp(x0, clip.x, clip.right());
            x1 = std::clamp(x1, clip.x, clip.right());
            y0 = std::clamp(y0, clip.y, clip.bottom());
            y1 = std::clamp(y1, clip.y, clip.bottom());
        }
        const Point middle{(x0 + x1) / 2, (y0 + y1) / 2};
        if (!place_.contains(middle)) return;
        left_ = std::min(left_, x0);
        right_ = std::max(right_, x1);
        top_ = std::min(top_, y0);
        bottom_ = std::max(bottom_, y1);
    }

    const FontMetrics& metrics_;
    Rect place_;
    std::vector<Rect> clips_;
    double left_ = std::numeric_limits<double>::infinity(), top_ = left_, right_ = -left_, bottom_ = -left_;
};

bool is_part_of_text(std::string_view character) {
    return character != " " && character != "\u00a0" && character != "\u2009";
}

/// Removes spaces of any width, since line breaks and justification change them.
std::string without_spaces(const std::string& text) {
    std::string dense;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t length = 1;
        while (at + length < text.size() && (static_cast<unsigned char>(text[at + length]) & 0xC0U) == 0x80U)
            ++length;
        const std::string character = text.substr(at, length);
        if (is_part_of_text(character) && character != "\u2002") dense += character;
        at += length;
    }
    return dense;
}

std::string texts_of(const PdfPage& slide) {
    std::string all;
    for (const DrawCommand& command : slide.draw.commands)
        if (const auto* run = std::get_if<TextRun>(&command)) all += run->text;
    return without_spaces(all);
}

/// Splits a paragraph into sentences, and each sentence at its formulas. Full stops within numbers or
/// brackets do not split here; splitting too often would only weaken the check.
std::vector<std::vector<std::string>> stretches(const RichText& text) {
    std::vector<std::vector<std::string>> all{{""}};
    for (const LessonSpan& span : text) {
        if (span.kind == LessonSpan::Kind::formula) {
            all.back().emplace_back();
            continue;
        }
        for (std::size_t at = 0; at < span.text.size(); ++at) {
            all.back().back() += span.text[at];
            const bool stop = span.kind == LessonSpan::Kind::plain &&
                              std::string_view(".?!").find(span.text[at]) != std::string_view::npos;
            const bool ends = stop && at + 1 < span.text.size() && span.text[at + 1] == ' ';
            const bool chinese = std::string_view(span.text).substr(0, at + 1).ends_with("\u3002");
            if (ends || chinese) all.push_back({""});
        }
    }
    for (auto& message : all)
        for (std::string& stretch : message) stretch = without_spaces(stretch);
    return all;
}

void expect_whole_sentences(const RichText& text, const std::vector<std::string>& slides) {
    for (const std::vector<std::string>& message : stretches(text)) {
        const bool whole = std::any_of(slides.begin(), slides.end(), [&](const std::string& slide) {
            return std::all_of(message.begin(), message.end(), [&](const std::string& stretch) {
                return slide.find(stretch) != std::string::npos;
            });
        });
        EXPECT_TRUE(whole) << "split or left out: " << message.front();
    }
}

void expect_whole_sentences(const LessonDocument& document, const std::vector<PdfPage>& pages) {
    std::vector<std::string> slides;
    for (const PdfPage& page : pages) slides.push_back(texts_of(page));
    for (const DocumentStep& step : document.steps) {
        for (const DocumentBlock& block : step.blocks) expect_whole_sentences(block.text, slides);
        if (step.tried) expect_whole_sentences(step.tried->words, slides);
        if (step.question) {
            expect_whole_sentences(step.question->question, slides);
            expect_whole_sentences(step.question->because, slides);
            for (const RichText& choice : step.question->choices) expect_whole_sentences(choice, slides);
        }
        expect_whole_sentences(step.exercise, slides);
    }
}

/// Counts the numbers of marks and boxes of single marks, on the figure and in the column.
struct Marks {
    std::multiset<std::string> figure, column;
    int figure_boxes = 0, column_boxes = 0;
};

Marks marks_of(const PdfPage& slide, const Palette& colors) {
    Marks marks;
    const Places places = places_of(slide);
    for (const DrawCommand& command : slide.draw.commands) {
        const auto* run = std::get_if<TextRun>(&command);
        const bool chip = run != nullptr && run->color == colors.on_accent && run->font == Font::semibold &&
                          run->align == Align::center;
        if (chip) (places.is_text(run->anchor) ? marks.column : marks.figure).insert(run->text);
        const auto* box = std::get_if<StrokeRect>(&command);
        if (box == nullptr || !(box->color == colors.accent)) continue;
        if (!places.is_text({box->rect.x, box->rect.y}))
            ++marks.figure_boxes;
        else if (box->radius == 3)  // boxes of choices have another radius
            ++marks.column_boxes;
    }
    return marks;
}

void expect_marks_with_targets(const PdfPage& slide, const Palette& colors) {
    const Marks marks = marks_of(slide, colors);
    EXPECT_EQ(marks.figure, marks.column);
    EXPECT_LE(marks.column_boxes, 1);
    if (marks.figure.empty()) {
        EXPECT_EQ(marks.figure_boxes, marks.column_boxes) << "a mark without its label, or the reverse";
    } else {
        EXPECT_EQ(marks.column_boxes, 0);
    }
}

/// The drawn part of the figure covers at least half of the slide, and reaches two opposite edges of its
/// area. Returns the share of the slide.
double expect_large_figure(const PdfPage& slide, const FontMetrics& metrics) {
    const Places places = places_of(slide);
    InkBox ink(metrics, places.figure);
    for (const DrawCommand& command : slide.draw.commands) ink.add(command);
    const double share = ink.width() * ink.height() / slide_area;
    EXPECT_GE(share, 0.5) << ink.width() << " x " << ink.height();
    EXPECT_GE(std::max(ink.width() / places.figure.width, ink.height() / places.figure.height), 0.87)
        << ink.width() << " x " << ink.height();
    return share;
}

/// True if every panel is in a part of the figure in this look, and every part is on a slide with all of its
/// texts.
bool has_all_panels(const DocumentFigure& figure, const FigureLook& look, Language language,
                    const FontMetrics& metrics, const std::vector<std::string>& slides) {
    const std::vector<FigurePart> parts = figure.parts(look, look.height, language, metrics, {}, Job());
    for (std::size_t panel = 0; panel < figure.panels; ++panel)
        if (std::none_of(parts.begin(), parts.end(),
                         [&](const FigurePart& part) { return figure.has_panel(part.layout, panel); }))
            return false;
    return std::all_of(parts.begin(), parts.end(), [&](const FigurePart& part) {
        return std::any_of(slides.begin(), slides.end(), [&](const std::string& slide) {
            return std::all_of(part.layout.draw.commands.begin(), part.layout.draw.commands.end(),
                               [&](const DrawCommand& command) {
                                   const auto* run = std::get_if<TextRun>(&command);
                                   return run == nullptr ||
                                          slide.find(without_spaces(run->text)) != std::string::npos;
                               });
        });
    });
}

void expect_all_panels(const DocumentFigure& figure, Language language, const FontMetrics& metrics,
                       const std::vector<std::string>& slides) {
    FigureLook look{852, 688, 19.5};
    look.own_numbers = true;
    bool all = has_all_panels(figure, look, language, metrics, slides);
    look.width = slide_width - 2 * margin;
    for (const double height : low_heights) {
        look.height = height;
        all = all || has_all_panels(figure, look, language, metrics, slides);
    }
    EXPECT_TRUE(all);
}

class EveryLesson : public testing::TestWithParam<std::string> {};

TEST_P(EveryLesson, HasSlidesThatALecturerShows) {
    const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    const std::vector<Lesson> lessons = every_lesson();
    const Lesson& lesson =
        *std::find_if(lessons.begin(), lessons.end(), [](const Lesson& one) { return one.id == GetParam(); });
    double least_share = 1;
    for (const Language language : test::complete_languages()) {
        const LessonDocument document = document_of(lesson, language);
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const std::vector<PdfPage> slides =
                lesson_slides({document, fonts, {}, papers[0], false, theme}, {});
            std::vector<std::string> texts;
            for (std::size_t n = 1; n < slides.size(); ++n) {
                SCOPED_TRACE(std::string(language.id()) + " " + std::string(theme_id(theme)) + " slide " +
                             std::to_string(n + 1));
                least_share = std::min(least_share, expect_large_figure(slides[n], metrics));
                expect_marks_with_targets(slides[n], palette(theme));
                texts.push_back(texts_of(slides[n]));
            }
            expect_whole_sentences(document, slides);
            if (theme == Theme::dark) continue;  // its panels are the same
            for (std::size_t n = 0; n < document.steps.size(); ++n) {
                SCOPED_TRACE(std::string(language.id()) + " step " + std::to_string(n + 1));
                expect_all_panels(document.steps[n].figure, language, metrics, texts);
            }
        }
    }
    RecordProperty("smallest_figure", std::to_string(least_share));
}

std::vector<std::string> lesson_names() {
    std::vector<std::string> names;
    for (const LessonReading& reading : built_in_lessons()) names.push_back(reading.lesson.id);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Lessons, EveryLesson, testing::ValuesIn(lesson_names()), [](const auto& instance) {
    std::string name = instance.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

/// A dark slide has the dark theme's texts and, unlike a light one, a background.
TEST(Slides, AreDarkOnRequest) {
    const FontLibrary fonts;
    const LessonDocument document = document_of(test_lesson("windows"));
    const auto title_color = [&](Theme theme) {
        const std::vector<PdfPage> slides = lesson_slides({document, fonts, {}, papers[0], false, theme}, {});
        for (const DrawCommand& command : slides.front().draw.commands)
            if (const auto* run = std::get_if<TextRun>(&command)) return run->color;
        return Color{};
    };
    for (const Theme theme : {Theme::light, Theme::dark}) EXPECT_EQ(title_color(theme), palette(theme).text);
}

std::vector<std::string> sentences_of(const std::string& text) {
    std::vector<std::string> all;
    for (const RichText& message : sentences({{LessonSpan::Kind::plain, text, {}}}))
        all.push_back(plain_text(message));
    return all;
}

TEST(Sentences, EndAtStops) {
    using Texts = std::vector<std::string>;
    EXPECT_EQ(sentences_of("One. Two? Three"), (Texts{"One. ", "Two? ", "Three"}));
    EXPECT_EQ(sentences_of("It is 3.5 here. See e.g. RoPE."), (Texts{"It is 3.5 here. ", "See e.g. RoPE."}));
    EXPECT_EQ(sentences_of("He said \"no.\" (So it was. Really.) End."),
              (Texts{"He said \"no.\" ", "(So it was. Really.) ", "End."}));
    EXPECT_EQ(sentences_of("一句。又一句！"), (Texts{"一句。", "又一句！"}));
    EXPECT_EQ(sentences_of(""), Texts{});
}

/// A sentence continues across formulas, numbers and emphasis.
TEST(Sentences, KeepTheirFormulas) {
    using Kind = LessonSpan::Kind;
    const RichText text{{Kind::plain, "Up to ", {}},
                        {Kind::formula, "w", {}},
                        {Kind::plain, " it follows. Then ", {}},
                        {Kind::number, "3", {}}};
    const std::vector<RichText> parts = sentences(text);
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].size(), 3U);
    EXPECT_EQ(parts[1].back().text, "3");
}

}  // namespace
}  // namespace poslab::test
