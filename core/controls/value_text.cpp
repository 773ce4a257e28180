#include "core/controls/value_text.hpp"

#include "core/base/utf8_parts.hpp"
#include "core/controls/slider_scale.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

std::string end_of_range(double value) {
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    return shown_number(whole ? std::to_string(std::llround(value)) : short_number(value));
}

}  // namespace

std::string short_number(double number) { return fmt::format("{:.6g}", number); }

std::string shown_value(const Descriptor& descriptor, const Value& value, Language language) {
    if (const auto* choice = std::get_if<ChoiceIndex>(&value))
        return std::string(
            in(language, descriptor.domain.choices[static_cast<std::size_t>(choice->index)].label));
    if (const auto* list = std::get_if<ChoiceList>(&value)) {
        std::string labels;
        for (const std::int32_t index : list->indices)
            labels +=
                (labels.empty() ? std::string() : std::string(in(language, ", "_tr.as("between choices")))) +
                shown_value(descriptor, ChoiceIndex{index}, language);
        return labels.empty() ? Translator(language)("none"_tr) : labels;
    }
    if (const auto* number = std::get_if<OptionalReal>(&value); number != nullptr && !number->set)
        return std::string(in(language, descriptor.domain.unset.label));
    if (const auto* list = std::get_if<NumberList>(&value))
        return list->numbers.empty()
                   ? Translator(language)("none"_tr)
                   : Translator(language).plural("{} number", "{} numbers", std::ssize(list->numbers));
    if (const auto* file = std::get_if<FileName>(&value))
        return file->path.empty() ? Translator(language)("none"_tr) : file_label(*file);
    return shown_number(to_string(descriptor, value));
}

std::string shown_range(const Descriptor& descriptor) {
    const Domain& domain = descriptor.domain;
    return fmt::format("{}{} … {}{}", domain.open_minimum ? "> " : "", end_of_range(domain.minimum),
                       domain.open_maximum ? "< " : "", end_of_range(domain.maximum));
}

std::string range_sentence(const Descriptor& descriptor, Language language) {
    const Domain& domain = descriptor.domain;
    const bool whole = descriptor.kind == Kind::integer || domain.whole, open = domain.open_minimum,
               below = domain.open_maximum;
    const bool list = descriptor.kind == Kind::list;
    const std::string from = end_of_range(domain.minimum), to = end_of_range(domain.maximum);
    const Translator translate(language);
    if (descriptor.kind == Kind::file) return translate("The path of a file"_tr);
    const std::string range =
        open ? (below ? translate("above {} and below {}", from, to)
                      : translate("above {} up to {}", from, to))
             : (below ? translate("from {} and below {}", from, to) : translate("from {} to {}", from, to));
    if (list)
        return whole ? translate("Whole numbers {}, separated by commas, at most {} of them", range,
                                 max_numbers)
                     : translate("Numbers {}, separated by commas, at most {} of them", range, max_numbers);
    const std::string number =
        whole ? translate("A whole number {}", range) : translate("A number {}", range);
    return descriptor.kind == Kind::optional_real ? translate("{}; empty: {}", number, domain.unset.label)
                                                  : number;
}

std::string shown_numbers(const NumberList& list, const TextWidth& width, double room) {
    const auto& numbers = list.numbers;
    const auto with = [&](std::size_t first) {  // the first numbers and the last one
        std::string text;
        for (std::size_t i = 0; i < first; ++i) text += short_number(numbers[i]) + ", ";
        if (first + 1 < numbers.size()) text += "…, ";
        return text + short_number(numbers.back());
    };
    if (numbers.empty()) return {};
    constexpr std::size_t may_fit = 64;
    if (std::string all = numbers.size() <= may_fit ? with(numbers.size() - 1) : "";
        !all.empty() && width(all) <= room)
        return all;
    std::size_t first = 0;
    while (first + 1 < numbers.size() && width(with(first + 1)) <= room) ++first;
    return with(first);
}

std::string file_label(const FileName& file) {
    const std::size_t part = file.path.rfind('#');
    const std::size_t slash = file.path.rfind('/', part);
    return slash == std::string::npos ? file.path : file.path.substr(slash + 1);
}

std::string middle_elided(const std::string& text, const TextWidth& width, double room) {
    if (width(text) <= room) return text;
    std::size_t left = text.size() / 2;
    while (left > 0 && continues_character(text[left])) --left;
    std::size_t right = left;
    const auto shorter = [&] { return text.substr(0, left) + "…" + text.substr(right); };
    while ((left > 0 || right < text.size()) && width(shorter()) > room) {
        if (left >= text.size() - right) {
            do --left;
            while (left > 0 && continues_character(text[left]));
        } else {
            do ++right;
            while (right < text.size() && continues_character(text[right]));
        }
    }
    return shorter();
}

}  // namespace poslab
