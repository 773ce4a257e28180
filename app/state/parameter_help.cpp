#include "app/state/parameter_help.hpp"

#include "core/controls/value_text.hpp"

namespace poslab {
namespace {

bool has_range(const Descriptor& descriptor) {
    switch (descriptor.kind) {
        case Kind::integer:
        case Kind::real:
        case Kind::optional_real:
        case Kind::list:
            return true;
        default:
            return false;
    }
}

/// Returns a default value; empty for a file or list that is not set.
std::string shown_standard(const Descriptor& descriptor, const Value& standard, Language language) {
    if (const auto* file = std::get_if<FileName>(&standard); file != nullptr && file->path.empty()) return {};
    if (const auto* list = std::get_if<NumberList>(&standard); list != nullptr && list->numbers.empty())
        return {};
    const bool* const on = std::get_if<bool>(&standard);
    if (on == nullptr) return shown_value(descriptor, standard, language);
    if (descriptor.domain.states.size() == 2)
        return std::string(in(language, descriptor.domain.states[*on ? 1 : 0]));
    return Translator(language)(*on ? "on"_tr : "off"_tr);
}

void add_fact(std::string& facts, std::string_view fact) {
    if (fact.empty()) return;
    if (!facts.empty()) facts += " · ";
    facts += fact;
}

}  // namespace

ParameterHelp parameter_help(const Descriptor& descriptor, const Value& value, const StandardValues& standard,
                             Language language) {
    const Translator translate(language);
    ParameterHelp help{translate(descriptor.help), {}, {}};
    if (!descriptor.symbol.empty()) add_fact(help.facts, translate("symbol {}", descriptor.symbol));
    add_fact(help.facts, in(language, descriptor.unit));
    if (has_range(descriptor)) add_fact(help.facts, shown_range(descriptor));
    const std::string window = shown_standard(descriptor, standard.window, language);
    const std::string command_line = shown_standard(descriptor, standard.command_line, language);
    if (!window.empty()) add_fact(help.facts, translate("default {}", window));
    if (!command_line.empty() && command_line != window)
        add_fact(help.facts, translate("on the command line {}", command_line));
    if (const Text source = source_of(descriptor, value); !source.empty())
        help.source = translate("Source: {}", source);
    return help;
}

}  // namespace poslab
