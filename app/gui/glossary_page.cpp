#include "app/gui/glossary_page.hpp"

#include "app/gui/lesson_writer.hpp"
#include "app/gui/widgets/pane.hpp"
#include "app/gui/widgets/text_field.hpp"
#include "core/base/utf8_parts.hpp"
#include "core/lessons/glossary.hpp"

#include <algorithm>

namespace poslab {
namespace {

constexpr double field_height = 32;
constexpr std::string_view field_name = "glossary.find";

void write_term(LessonWriter& writer, const Ui& ui, const GlossaryTerm& term, Language language) {
    std::string name(term.name_in(language));
    if (name != term.name) name += "  ·  " + term.name;
    writer.write_words(name, {13, Font::medium, ui.colors().text});
    writer.skip(2);
    writer.write_words(term.meaning_in(language), writer.quiet());
    if (language == Language::english)
        for (const auto& [id, other] : term.names) {
            writer.skip(2);
            writer.write_words(other, {12, Font::regular, ui.colors().text3});
        }
    writer.skip(14);
}

}  // namespace

void GlossaryPage::show(const std::string& term) {
    query_.clear();
    shown_ = term;
}

void GlossaryPage::draw(Ui& ui, const Store& store, Rect area, double padding) {
    const Translator translate(store.language);
    {
        const Pane pane(ui, "glossary head", {area.x, area.y, area.width, field_height + 24});
        FieldOptions options;
        options.align = Align::left;
        options.quiet = query_.empty();
        const std::string shown = query_.empty() ? translate("Find a term"_tr) : query_;
        const Rect rect{area.x + padding, area.y + 14, area.width - 2 * padding, field_height};
        const std::string before = query_;
        const FieldResult result = text_field(ui, field_name, rect, shown, query_, options);
        if (result.entered) query_ = *result.entered;
        if (is_typed_in(ui, field_name)) query_ = ui.entry().text;
        if (result.escaped) query_.clear();
        if (query_ != before) shown_.clear();
    }
    const double top_space = field_height + 28;
    Pane pane(ui, "glossary", {area.x, area.y + top_space, area.width, area.height - top_space},
              Pane::Scrolls::down);
    lines_.begin_frame();
    LessonWriter writer(ui, lines_, nullptr, store.language, nullptr, {});
    const double top = area.y + top_space - pane.offset();
    writer.place(area.x + padding, top, area.width - 2 * padding - 6);
    auto terms = terms_with(query_, store.language);
    std::stable_partition(terms.begin(), terms.end(),
                          [&](const GlossaryTerm* term) { return term->name == shown_; });
    for (const GlossaryTerm* term : terms) write_term(writer, ui, *term, store.language);
    if (terms.empty())
        writer.write_words(translate("No term contains “{}”.", utf8_shortened(query_, max_quoted_bytes)),
                           writer.quiet());
    pane.set_content(writer.y() - top + 16);
}

}  // namespace poslab
