#include "core/documents/versus.hpp"

#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/base/number_format.hpp"
#include "core/documents/document_files.hpp"
#include "core/files/home_folder.hpp"
#include "core/files/printable_text.hpp"
#include "core/params/filling.hpp"
#include "core/params/pair_text.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <utility>

namespace poslab {

namespace {

struct Assignment {
    std::size_t index = 0;
    std::string text;
};

constexpr std::string_view name_key = "name=";

/// Returns the index of ",name=NAME", or of "name=NAME" alone.
std::size_t place_of_name(const std::string& versus) {
    if (versus.starts_with(name_key)) return 0;
    const std::size_t at = versus.find("," + std::string(name_key));
    return std::min(at, versus.size());
}

/// Parses "PARAM=VALUE[,PARAM=VALUE]…". Lists and file names contain commas: after one of them, a part
/// without '=' continues it.
std::vector<Assignment> assignments(const View& view, const std::string& versus,
                                    std::string_view option = versus_option) {
    std::vector<Assignment> list;
    const std::string values = versus.substr(0, place_of_name(versus));
    if (values.empty() && !versus.empty()) return list;
    for (const std::string& part : split_at(values, ',')) {
        const auto equals = part.find('=');
        const Kind before = list.empty() ? Kind::real : view.parameters()[list.back().index].kind;
        if (equals == std::string::npos && (before == Kind::list || before == Kind::choice_list ||
                                            before == Kind::file || before == Kind::axes)) {
            list.back().text += "," + part;
            continue;
        }
        if (equals == std::string::npos)
            throw UsageError(tr("{} {}: must be PARAM=VALUE, several separated by commas", option,
                                printable_text(versus)));
        const std::string id = part.substr(0, equals);
        const int index = parameter_index(view, id);
        if (index < 0)
            throw UsageError(tr(
                "{} {}: {} has no parameter '{}'{}", option, printable_text(versus), view.info().id,
                printable_text(id),
                suggestion_for(
                    id, collect_names(view.parameters(), [](const Descriptor& each) { return each.id; }))));
        const auto place = static_cast<std::size_t>(index);
        if (std::any_of(list.begin(), list.end(), [&](const Assignment& one) { return one.index == place; }))
            throw UsageError(tr("{} {}: {} occurs twice", option, printable_text(versus), id));
        list.push_back({place, part.substr(equals + 1)});
    }
    return list;
}

bool names_file(const Descriptor& descriptor, const std::string& text) {
    return descriptor.kind == Kind::file && text != "none" && !text.empty();
}

/// Returns all digits of the number: "500,000", "0.9995", "1.25×10⁻⁷".
std::string exact_number(double value) {
    const std::string digits = fmt::format("{}", value);
    if (const auto e = digits.find('e'); e != std::string::npos)
        return format_number(number_of_digits(digits.substr(0, e)), 17, 17) + "×" +
               power_of_ten(std::stoi(digits.substr(e + 1)));
    const auto point = digits.find('.');
    return format_number(value, point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1),
                         17);
}

bool fit(const View& view, const Values& values) {
    try {
        static_cast<void>(view.checked(values));
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

std::vector<std::string> split_at(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (true) {
        const auto end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string::npos) return parts;
        begin = end + 1;
    }
}

void refuse_empty_value(const Descriptor& descriptor) {
    static_cast<void>(parse_value(descriptor, ""));  // refuses all kinds but lists and files
    throw UsageError(tr("--{}: value missing", descriptor.id));
}

void refuse_empty_values(const View& view, const std::string& versus, std::string_view option) {
    for (const Assignment& one : assignments(view, versus, option))
        if (one.text.empty()) refuse_empty_value(view.parameters()[one.index]);
}

void add_inputs(const View& view, const std::string& versus, InputFiles& inputs) {
    for (const Assignment& one : assignments(view, versus))
        if (const Descriptor& descriptor = view.parameters()[one.index]; names_file(descriptor, one.text))
            add_input(descriptor, versus_option, in_home_folder(one.text), inputs);
}

std::string with_files(const View& view, const std::string& versus,
                       const std::function<std::string(const std::string&)>& file) {
    std::string text;
    for (const Assignment& one : assignments(view, versus)) {
        const Descriptor& descriptor = view.parameters()[one.index];
        const std::string path = names_file(descriptor, one.text) ? file(one.text) : one.text;
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", descriptor.id, path.empty() ? "none" : path);
    }
    const std::size_t name = place_of_name(versus);
    const std::string named = versus.substr(name);
    return text + (text.empty() && named.starts_with(',') ? named.substr(1) : named);
}

std::string name_in(const std::string& versus) {
    const std::size_t at = place_of_name(versus);
    if (at == versus.size()) return {};
    return versus.substr(at + (at == 0 ? 0 : 1) + name_key.size());
}

std::string variant_key(const View& view, const std::string& versus) {
    std::string key = name_in(versus);
    if (key.empty())
        for (const Assignment& assignment : assignments(view, versus)) {
            const Descriptor& descriptor = view.parameters()[assignment.index];
            const bool file = descriptor.kind == Kind::file;
            key += fmt::format(
                "{}{}={}", key.empty() ? "" : ",", descriptor.id,
                file ? std::filesystem::path(assignment.text).filename().string() : assignment.text);
        }
    std::replace_if(
        key.begin(), key.end(), [](char c) { return c == '/' || c == '\\' || c == '#'; }, '_');
    return key;
}

Values changed(const View& view, Values values, const std::string& versus, ParameterSet& named,
               std::string_view option) {
    std::vector<std::pair<std::size_t, Value>> parsed;
    for (const Assignment& assignment : assignments(view, versus, option)) {
        for (auto& one : parse_values(view.parameters(), assignment.index, value_text(assignment.text))) {
            named.insert(one.first);
            parsed.push_back(std::move(one));
        }
    }
    set_all_and_fill(view.parameters(), parsed, values);
    return values;
}

namespace {

/// Adds the parameters of `other` that set others and differ from those in `from`.
void add_filling(const View& view, const Values& from, const Values& other,
                 std::vector<std::pair<std::size_t, Value>>& filling) {
    const auto parameters = view.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].expand_preset != nullptr && !(from[i] == other[i]))
            filling.emplace_back(i, other[i]);
}

}  // namespace

ParameterSet differing(const View& view, const Values& base, const Values& other) {
    const auto parameters = view.parameters();
    const std::vector<bool> used = view.used(other);
    std::vector<std::pair<std::size_t, Value>> filling;
    add_filling(view, base, other, filling);
    ParameterSet named;
    Values filled = base;
    try {
        set_all_and_fill(parameters, filling, filled);
        // A parameter that sets others may set another such parameter (a model its source); it is named if
        // `other` has a different value.
        add_filling(view, filled, other, filling);
        filled = base;
        set_all_and_fill(parameters, filling, filled);
        for (const auto& [place, value] : filling) named.insert(place);
    } catch (const Error&) {  // a missing file: its values are named instead
    }
    Values made = filled;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].expand_preset == nullptr && used[i] && !(filled[i] == other[i])) {
            named.insert(i);
            made[i] = other[i];
        }
    if (fit(view, made) && view.used(made) == used) return named;
    // The parameters that `other` does not use are inconsistent with the others, or change which are used;
    // name them, too.
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].expand_preset == nullptr && !(filled[i] == other[i])) named.insert(i);
    return named;
}

std::string versus_words(const View& view, const Values& base, const Values& other) {
    std::string words;
    for (const std::size_t index : differing(view, base, other)) {
        const Descriptor& descriptor = view.parameters()[index];
        words += fmt::format("{}{}={}", words.empty() ? "" : ",", descriptor.id,
                             to_string(descriptor, other[index]));
    }
    return words;
}

namespace {

/// True if `index` is a preset, config or model whose values were changed afterwards, apart from those in
/// `named`.
bool is_modified(const View& view, const Values& values, std::size_t index, const ParameterSet& named) {
    const auto parameters = view.parameters();
    if (parameters[index].expand_preset == nullptr || values[index] == view.defaults()[index]) return false;
    try {
        const Values base = view.adjusted(baseline(parameters, view.defaults(), values));
        const std::vector<std::size_t> filled = filled_places(parameters, index, values[index]);
        return std::any_of(filled.begin(), filled.end(),
                           [&](std::size_t at) { return !named.contains(at) && !(values[at] == base[at]); });
    } catch (const Error&) {  // a missing file
    }
    return false;
}

}  // namespace

std::string value_label(const Descriptor& descriptor, const Value& value, Language language) {
    struct Writer {
        const Descriptor& descriptor;
        const Translator translate;

        [[nodiscard]] std::string choice(std::int32_t index) const {
            return translate(descriptor.domain.choices[static_cast<std::size_t>(index)].label);
        }
        std::string operator()(bool toggle) const { return translate(toggle ? "on"_tr : "off"_tr); }
        std::string operator()(std::int64_t number) const { return format_integer(number); }
        std::string operator()(double number) const { return exact_number(number); }
        std::string operator()(ChoiceIndex choice_index) const { return choice(choice_index.index); }
        std::string operator()(const ChoiceList& list) const {  // commas in a label separate parameters
            std::string text;
            for (const std::int32_t index : list.indices) text += (text.empty() ? "" : " + ") + choice(index);
            return text.empty() ? translate("none"_tr) : text;
        }
        std::string operator()(Interval interval) const {
            return interval.set ? format_integer(interval.begin) + ":" + format_integer(interval.end)
                                : translate("all"_tr);
        }
        std::string operator()(Resolution resolution) const {
            return resolution.set
                       ? format_integer(resolution.width) + " × " + format_integer(resolution.height)
                       : translate("auto"_tr);
        }
        std::string operator()(OptionalReal number) const {
            // "= cf": the label already has an equals sign
            const std::string unset = translate(descriptor.domain.unset.label);
            return number.set ? exact_number(number.value) : unset.substr(unset.starts_with("= ") ? 2 : 0);
        }
        std::string operator()(const NumberList& list) const {
            constexpr std::size_t max_shown = 4;
            const std::size_t count = list.numbers.size();
            std::string text;
            for (std::size_t n = 0; n < count; ++n) {
                if (count > max_shown && n == 1) text += "; …";
                if (count > max_shown && n > 0 && n + 1 < count) continue;
                text += (n == 0 ? "" : "; ") + exact_number(list.numbers[n]);  // commas separate thousands
            }
            return text.empty() ? translate("none"_tr) : text;
        }
        std::string operator()(const FileName& file) const {
            return file.path.empty() ? translate("none"_tr)
                                     : std::filesystem::path(file.path).filename().string();
        }
        std::string operator()(const AxisSettings& axes) const { return to_string(axes); }
    };
    return std::visit(Writer{descriptor, Translator(language)}, value);
}

std::string variant_label(const View& view, const Values& values, const ParameterSet& named,
                          Language language) {
    std::string label;
    const auto used = view.used(values);
    for (const std::size_t at : named) {
        if (!used[at]) continue;
        const Descriptor& descriptor = view.parameters()[at];
        if (!label.empty()) label += ", ";
        const std::string value = value_label(descriptor, values[at], language);
        const std::string_view name =
            descriptor.symbol.empty() ? in(language, descriptor.label) : descriptor.symbol;
        label += descriptor.kind == Kind::choice ? value : fmt::format("{} = {}", name, value);
        if (is_modified(view, values, at, named)) label = Translator(language)("{}, modified", label);
    }
    return label;
}

std::vector<Variant> labelled_variants(const View& view, const Values& base, std::span<const Values> others,
                                       Language language) {
    ParameterSet named;
    for (const Values& other : others) named.merge(differing(view, base, other));
    std::vector<Variant> variants{{base, nullptr, variant_label(view, base, named, language)}};
    for (const Values& other : others)
        variants.push_back({other, nullptr, variant_label(view, other, named, language)});
    return variants;
}

}  // namespace poslab
