#include "core/tokens/json_pattern.hpp"

namespace poslab {

Pattern pattern_of(const JsonPart& part) {
    const auto text = part.find("String"), expression = part.find("Regex");
    if (!text == !expression) part.refuse("{\"String\": …} or {\"Regex\": …}"_tr);
    const JsonPart& given = text ? *text : *expression;
    if (given.text().empty()) given.refuse("a non-empty text"_tr);
    try {
        return text ? Pattern::of_text(given.text()) : Pattern::of_expression(given.text());
    } catch (const Pattern::UnsupportedPattern& refused) {
        given.refuse_unknown(refused.why);
    }
}

}  // namespace poslab
