#include "core/tokens/json_pattern.hpp"

namespace poslab {

Pattern pattern_of(const JsonPart& part) {
    const auto text = part.find("String"), expression = part.find("Regex");
    if (!text == !expression) part.refuse("{\"String\": …} or {\"Regex\": …}"_tr);
    const JsonPart& source = text ? *text : *expression;
    if (source.text().empty()) source.refuse("a non-empty text"_tr);
    try {
        return text ? Pattern::of_text(source.text()) : Pattern::of_expression(source.text(), source.file());
    } catch (const Pattern::UnsupportedPattern& refused) {
        source.refuse_unknown(refused.why);
    }
}

}  // namespace poslab
