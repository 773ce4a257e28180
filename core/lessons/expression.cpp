// Expressions of lessons, evaluated by muParser: names become variables, quoted array names become handles.

#include "core/base/errors.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <muParser.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <functional>
#include <limits>

namespace poslab {

namespace {

constexpr std::size_t max_characters = 1024;
constexpr std::size_t elements_between_checks = std::size_t{1} << 16U;
constexpr const char* letters_of_names = "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:.@";

/// "NAME@2" is NAME in the second pin.
struct OfVariant {
    std::string name;
    std::size_t variant = 0;
};

OfVariant of_variant(std::string_view text, std::size_t variants) {
    const std::size_t at = text.find('@');
    if (at == std::string_view::npos) return {std::string(text), 0};
    const std::string_view location = text.substr(at + 1);
    std::size_t variant = 0;
    const auto [end, error] = std::from_chars(location.data(), location.data() + location.size(), variant);
    if (error != std::errc{} || end != location.data() + location.size())
        throw LessonError(tr("{}: @ must be followed by the number of a pin", text));
    if (variant == 0 || variant >= variants)
        throw LessonError(tr_plural("{1}: there is {0} pin", "{1}: there are {0} pins",
                                    static_cast<std::int64_t>(variants) - 1, text));
    return {std::string(text.substr(0, at)), variant};
}

/// True if the text around an array's name makes it the first argument of a function: no other operation has
/// arrays, and the handle that replaces the name would be an ordinary number there.
bool is_array_argument(std::string_view before, std::string_view after) {
    const auto drop_blanks = [&] { before = before.substr(0, before.find_last_not_of(' ') + 1); };
    drop_blanks();
    if (!before.ends_with('(')) return false;
    before.remove_suffix(1);
    drop_blanks();
    const std::size_t next = after.find_first_not_of(' ');
    return (before.ends_with("item") || before.ends_with("_of")) && next != std::string_view::npos &&
           (after[next] == ',' || after[next] == ')');
}

/// The operands of one expression.
class Scope {
  public:
    /// `elements` decreases by the number of array elements that are read.
    Scope(const LessonNumbers& numbers, std::size_t& elements) : numbers_(numbers), elements_(elements) {}

    /// Throws LongEvaluation if the range has more elements than may still be read.
    void use(std::span<const double> range) {
        if (range.size() > elements_) throw LongEvaluation();
        elements_ -= range.size();
    }
    void check_job() const {
        if (numbers_.job != nullptr) numbers_.job->check();
    }

    double* variable(const char* name) { return &variables_.emplace_back(number_called(name)); }

    /// Returns the expression with handles instead of quoted array names.
    std::string with_handles(std::string_view text) {
        std::string out;
        while (!text.empty()) {
            const std::size_t open = text.find('"');
            out += text.substr(0, open);
            if (open == std::string_view::npos) break;
            text.remove_prefix(open + 1);
            const std::size_t close = text.find('"');
            if (close == std::string_view::npos) throw LessonError("missing closing quotation mark"_tr);
            const std::string_view name = text.substr(0, close);
            text.remove_prefix(close + 1);
            if (!is_array_argument(out, text))
                throw LessonError(
                    tr("\"{}\": an array is only the first argument of item, mean_of, max_of, min_of, sum_of "
                       "or count_of",
                       name));
            out += std::to_string(arrays_.size());
            arrays_.push_back(&array_called(name));
        }
        return out;
    }

    [[nodiscard]] const Array& array(double handle) const {
        const auto index = static_cast<std::size_t>(handle);
        if (!(handle >= 0) || index >= arrays_.size() || static_cast<double>(index) != handle)
            throw LessonError("the first argument must be an array name in quotation marks"_tr);
        return *arrays_[index];
    }

  private:
    double number_called(std::string_view name) {
        if (name == "pins") return static_cast<double>(numbers_.variants.size()) - 1;
        const std::size_t colon = name.find_first_of(":.");
        const std::string_view kind = name.substr(0, colon),
                               rest = colon == std::string_view::npos ? "" : name.substr(colon + 1);
        if (kind == "figure" && !rest.empty()) return shows(rest);
        if (kind == "value" && !rest.empty()) return value_called(rest);
        if (kind == "param" && !rest.empty()) return parameter_called(rest);
        throw LessonError(tr("{}: not a number; use value:NAME, param:NAME, figure.NAME or pins", name));
    }

    [[nodiscard]] double shows(std::string_view figure) const {
        const View& view = *numbers_.view;
        const FigureInfo* const named = find_figure(view, figure);
        if (named == nullptr)
            throw LessonError(tr("figure.{}: {} has no such figure", figure, view.info().id));
        return named == find_figure(view, numbers_.figure) ? 1 : 0;
    }

    [[nodiscard]] double value_called(std::string_view text) const {
        const OfVariant requested = of_variant(text, numbers_.variants.size());
        const auto& known = numbers_.view->info().values;
        if (std::none_of(known.begin(), known.end(),
                         [&](const ValueInfo& value_info) { return value_info.name == requested.name; }))
            throw LessonError(tr("value:{}: {} has no such value", text, numbers_.view->info().id));
        const std::shared_ptr<const Data>& data = numbers_.variants[requested.variant].data;
        if (data == nullptr) return std::numeric_limits<double>::quiet_NaN();
        for (const NamedValue& value : data->values)
            if (value.name == requested.name) {
                if (const bool* truth = std::get_if<bool>(&value.value)) return *truth ? 1 : 0;
            }
        return data->number(requested.name);
    }

    [[nodiscard]] double parameter_called(std::string_view text) const {
        OfVariant requested = of_variant(text, numbers_.variants.size());
        const std::size_t dot = requested.name.find('.');
        std::string id = requested.name.substr(0, dot),
                    choice = dot == std::string::npos ? std::string() : requested.name.substr(dot + 1);
        std::replace(id.begin(), id.end(), '_', '-');
        std::replace(choice.begin(), choice.end(), '_', '-');
        const int index = parameter_index(*numbers_.view, id);
        if (index < 0)
            throw LessonError(tr("param:{}: {} has no such parameter", text, numbers_.view->info().id));
        const auto place = static_cast<std::size_t>(index);
        return number_of(numbers_.view->parameters()[place],
                         numbers_.variants[requested.variant].values[place], choice, text);
    }

    static double number_of(const Descriptor& descriptor, const Value& value, const std::string& choice,
                            std::string_view text) {
        const auto& choices = descriptor.domain.choices;
        const auto chosen =
            std::find_if(choices.begin(), choices.end(), [&](const auto& one) { return one.id == choice; });
        const auto place = static_cast<std::int32_t>(chosen - choices.begin());
        if (!choice.empty() && chosen == choices.end())
            throw LessonError(tr("param:{}: not one of its choices", text));
        if (const auto* one = std::get_if<ChoiceIndex>(&value); one != nullptr && !choice.empty())
            return one->index == place ? 1 : 0;
        if (const auto* list = std::get_if<ChoiceList>(&value); list != nullptr && !choice.empty())
            return list->contains(place) ? 1 : 0;
        if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
        if (const auto* real = std::get_if<double>(&value)) return *real;
        if (const auto* truth = std::get_if<bool>(&value)) return *truth ? 1 : 0;
        if (const auto* optional = std::get_if<OptionalReal>(&value); optional != nullptr && optional->set)
            return optional->value;
        throw LessonError(tr("param:{}: not a number", text));
    }

    const Array& array_called(std::string_view text) const {
        const OfVariant requested = of_variant(text, numbers_.variants.size());
        const auto& known = numbers_.view->info().arrays;
        if (std::none_of(known.begin(), known.end(),
                         [&](const ArrayInfo& array_info) { return array_info.name == requested.name; }))
            throw LessonError(tr("\"{}\": {} has no such array", text, numbers_.view->info().id));
        const std::shared_ptr<const Data>& data = numbers_.variants[requested.variant].data;
        const Array* array = data == nullptr ? nullptr : data->find(requested.name);
        if (array == nullptr)
            throw LessonError(tr("\"{}\": not available with these parameters or in this figure", text));
        return *array;
    }

    LessonNumbers numbers_;
    std::size_t& elements_;
    std::deque<double> variables_;
    std::vector<const Array*> arrays_;
};

std::size_t index_of(double number, std::size_t count, const Array& array) {
    if (!(number >= 0) || number >= static_cast<double>(count) || number != std::floor(number))
        throw LessonError(tr("{} has no element {}; its size is {}", array.name, number, count));
    return static_cast<std::size_t>(number);
}

double item(void* scope, const double* arguments, int count) {
    const Array& array = static_cast<const Scope*>(scope)->array(count > 0 ? arguments[0] : -1);
    if (static_cast<std::size_t>(count) != array.shape.size() + 1)
        throw LessonError(tr("{} has {} indices, not {}", array.name, array.shape.size(), count - 1));
    std::size_t flat = 0;
    for (std::size_t n = 0; n < array.shape.size(); ++n) {
        const auto size = static_cast<std::size_t>(array.shape[n]);
        flat = flat * size + index_of(arguments[n + 1], size, array);
    }
    return (*array.data)[flat];
}

/// Returns the numbers that the arguments select: all, or from a first one to before an end.
std::span<const double> range_of(void* scope, const double* arguments, int count) {
    const Array& array = static_cast<const Scope*>(scope)->array(count > 0 ? arguments[0] : -1);
    const std::span<const double> all(*array.data);
    if (count == 1 && !all.empty()) return all;
    if (count != 3) throw LessonError(tr("{}: takes the array alone, or from and end", array.name));
    const std::size_t from = index_of(arguments[1], all.size(), array),
                      end = index_of(arguments[2] - 1, all.size(), array) + 1;
    if (end <= from) throw LessonError(tr("{}: the range from {} to {} is empty", array.name, from, end));
    return all.subspan(from, end - from);
}

/// Returns the last result of `result = combine(result, number)` over the range.
template <class Combine>
double combined(void* user_data, std::span<const double> range, double result, const Combine& combine) {
    Scope& scope = *static_cast<Scope*>(user_data);
    scope.use(range);
    while (!range.empty()) {
        scope.check_job();
        const auto part = range.first(std::min(range.size(), elements_between_checks));
        for (const double number : part) result = combine(result, number);
        range = range.subspan(part.size());
    }
    return result;
}

double sum_in(void* scope, std::span<const double> range) {
    return combined(scope, range, 0.0, std::plus<>());
}

double sum_of(void* scope, const double* arguments, int count) {
    return sum_in(scope, range_of(scope, arguments, count));
}
double mean_of(void* scope, const double* arguments, int count) {
    const auto range = range_of(scope, arguments, count);
    return sum_in(scope, range) / static_cast<double>(range.size());
}
double max_of(void* scope, const double* arguments, int count) {
    const auto range = range_of(scope, arguments, count);
    return combined(scope, range, range.front(),
                    [](double largest, double number) { return largest < number ? number : largest; });
}
double min_of(void* scope, const double* arguments, int count) {
    const auto range = range_of(scope, arguments, count);
    return combined(scope, range, range.front(),
                    [](double smallest, double number) { return number < smallest ? number : smallest; });
}
double count_of(void* scope, const double* arguments, int count) {
    return static_cast<double>(range_of(scope, arguments, count).size());
}

double* variable_of(const char* name, void* scope) { return static_cast<Scope*>(scope)->variable(name); }

/// True for `a = b`, by which muParser would change a variable.
bool has_assignment(std::string_view text) {
    for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
        if (at > 0 && std::string_view("<>!").find(text[at - 1]) != std::string_view::npos) continue;
        if (at + 1 == text.size() || text[at + 1] != '=') return true;
        ++at;  // the second sign of ==
    }
    return false;
}

double evaluated(const std::string& text, Scope& scope) {
    mu::Parser parser;
    parser.DefineNameChars(letters_of_names);
    parser.SetVarFactory(variable_of, &scope);
    parser.DefineFunUserData("item", item, &scope, false);
    parser.DefineFunUserData("sum_of", sum_of, &scope, false);
    parser.DefineFunUserData("mean_of", mean_of, &scope, false);
    parser.DefineFunUserData("max_of", max_of, &scope, false);
    parser.DefineFunUserData("min_of", min_of, &scope, false);
    parser.DefineFunUserData("count_of", count_of, &scope, false);
    const std::string expression = scope.with_handles(text);
    if (has_assignment(expression))
        throw LessonError(tr("{}: a lesson sets no values; write == to compare", text));
    parser.SetExpr(expression);
    int count = 0;
    const double* const results = parser.Eval(count);
    if (count != 1)
        throw LessonError(
            tr("{}: {} numbers, where one is expected; digits are not separated by commas", text, count));
    return results[0];
}

}  // namespace

LongEvaluation::LongEvaluation() : LessonError("the number is not evaluated yet"_tr) {}

double lesson_number(const std::string& expression, const LessonNumbers& numbers) {
    if (numbers.memo != nullptr) return numbers.memo->number(expression, numbers);
    std::size_t any = std::numeric_limits<std::size_t>::max();
    return evaluated_number(expression, numbers, any);
}

double evaluated_number(const std::string& expression, const LessonNumbers& numbers, std::size_t& elements) {
    if (numbers.job != nullptr) numbers.job->check();
    if (expression.empty()) throw LessonError("empty expression"_tr);
    if (numbers.view == nullptr)
        throw LessonError(tr("{}: numbers require a figure, and there is none here", expression));
    if (expression.size() > max_characters)
        throw LessonError(tr("an expression is longer than {} characters", max_characters));
    Scope scope(numbers, elements);
    double number = 0;
    try {
        number = evaluated(expression, scope);
    } catch (const mu::ParserError& error) {
        throw LessonError(tr("{}: syntax error: {}", expression, error.GetMsg()));
    }
    if (!std::isfinite(number)) throw LessonError(tr("{}: not a finite number", expression));
    return number;
}

std::vector<std::string> lesson_arrays(std::string_view expression) {
    std::vector<std::string> names;
    for (bool inside = false; !expression.empty(); inside = !inside) {
        const std::size_t quote = std::min(expression.find('"'), expression.size());
        const std::string_view part = expression.substr(0, quote);
        if (inside) names.emplace_back(part.substr(0, part.find('@')));
        expression.remove_prefix(std::min(quote + 1, expression.size()));
    }
    return names;
}

}  // namespace poslab
