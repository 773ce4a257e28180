#include "app/window/replay_script.hpp"

#include "core/base/errors.hpp"
#include "core/base/utf8.hpp"
#include "core/files/byte_order_mark.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace poslab {
namespace {

constexpr std::size_t max_script_bytes = std::size_t{1} << 20U;
constexpr double farthest = 1e6;  // pixels or wheel steps; limit of float resolution

using LineWords = std::vector<std::string_view>;
using Events = std::vector<InputEvent>;
using Action = decltype(ReplayStep::action);

/// The reason why a line is rejected.
struct Refusal {
    std::string why;
};

constexpr std::array buttons{std::pair{std::string_view("left"), GLFW_MOUSE_BUTTON_LEFT},
                             std::pair{std::string_view("right"), GLFW_MOUSE_BUTTON_RIGHT},
                             std::pair{std::string_view("middle"), GLFW_MOUSE_BUTTON_MIDDLE}};

constexpr std::array named_keys{std::pair{std::string_view("tab"), GLFW_KEY_TAB},
                                std::pair{std::string_view("enter"), GLFW_KEY_ENTER},
                                std::pair{std::string_view("escape"), GLFW_KEY_ESCAPE},
                                std::pair{std::string_view("space"), GLFW_KEY_SPACE},
                                std::pair{std::string_view("left"), GLFW_KEY_LEFT},
                                std::pair{std::string_view("right"), GLFW_KEY_RIGHT},
                                std::pair{std::string_view("up"), GLFW_KEY_UP},
                                std::pair{std::string_view("down"), GLFW_KEY_DOWN},
                                std::pair{std::string_view("home"), GLFW_KEY_HOME},
                                std::pair{std::string_view("end"), GLFW_KEY_END},
                                std::pair{std::string_view("page-up"), GLFW_KEY_PAGE_UP},
                                std::pair{std::string_view("page-down"), GLFW_KEY_PAGE_DOWN},
                                std::pair{std::string_view("backspace"), GLFW_KEY_BACKSPACE},
                                std::pair{std::string_view("delete"), GLFW_KEY_DELETE},
                                std::pair{std::string_view("insert"), GLFW_KEY_INSERT}};

struct Modifier {
    std::string_view name;
    int key = 0, bit = 0;
};
constexpr std::array modifiers{Modifier{"ctrl", GLFW_KEY_LEFT_CONTROL, GLFW_MOD_CONTROL},
                               Modifier{"shift", GLFW_KEY_LEFT_SHIFT, GLFW_MOD_SHIFT},
                               Modifier{"alt", GLFW_KEY_LEFT_ALT, GLFW_MOD_ALT}};

/// A word in quotes for a message, shortened.
std::string quoted(std::string_view word) {
    constexpr std::size_t longest = 40;
    return fmt::format("'{}{}'", printable_text(word.substr(0, longest)), word.size() > longest ? "…" : "");
}

template <class Pairs>
std::optional<int> number_of(const Pairs& pairs, std::string_view name) {
    for (const auto& [known, number] : pairs)
        if (known == name) return number;
    return std::nullopt;
}

template <class Pairs>
std::string names_in(const Pairs& pairs) {
    std::string names;
    for (const auto& [known, number] : pairs) names += fmt::format("{}{}", names.empty() ? "" : ", ", known);
    return names;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (is_blank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    return text;
}

/// Removes the first word from the text and returns it.
std::string_view take_word(std::string_view& text) {
    text = trimmed(text);
    const auto end = std::find_if(text.begin(), text.end(), is_blank);
    const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(word.size());
    text = trimmed(text);
    return word;
}

LineWords words_of(std::string_view text) {
    LineWords words;
    while (!text.empty()) words.push_back(take_word(text));
    return words;
}

std::optional<double> as_number(std::string_view word) {
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return number;
}

double number(std::string_view word) {
    const auto found = as_number(word);
    if (!found || !(std::abs(*found) <= farthest))
        throw Refusal{fmt::format("{} is not a number from -{} to {}", quoted(word), farthest, farthest)};
    return *found;
}

void expect_words(const LineWords& words, std::size_t count, std::string_view form) {
    if (words.size() != count) throw Refusal{fmt::format("expected `{}`", form)};
}

Action read_move(std::string_view rest) {
    const LineWords words = words_of(rest);
    constexpr std::string_view form = "move X Y` or `move WIDGET [FX [FY]]";
    if (words.empty()) throw Refusal{fmt::format("expected `{}`", form)};
    if (as_number(words[0])) {
        expect_words(words, 2, form);
        return PointTo{{}, number(words[0]), number(words[1])};
    }
    if (words.size() > 3) throw Refusal{fmt::format("expected `{}`", form)};
    return PointTo{std::string(words[0]), words.size() > 1 ? number(words[1]) : 0.5,
                   words.size() > 2 ? number(words[2]) : 0.5};
}

Action read_button(std::string_view rest, bool down) {
    const LineWords words = words_of(rest);
    expect_words(words, 1, down ? "press BUTTON" : "release BUTTON");
    const auto button = number_of(buttons, words[0]);
    if (!button)
        throw Refusal{fmt::format("unknown button {}; allowed: {}", quoted(words[0]), names_in(buttons))};
    return Events{ButtonChange{*button, down, 0}};
}

Action read_wheel(std::string_view rest) {
    const LineWords words = words_of(rest);
    expect_words(words, 2, "wheel DX DY");
    return Events{WheelTurn{number(words[0]), number(words[1])}};
}

std::vector<Modifier> held_by(std::string_view word) {
    std::vector<Modifier> held;
    for (std::size_t at = 0; at <= word.size();) {
        const std::size_t end = std::min(word.find('+', at), word.size());
        const std::string_view name = word.substr(at, end - at);
        const auto* const found = std::ranges::find(modifiers, name, &Modifier::name);
        if (found == modifiers.end())
            throw Refusal{fmt::format("{} is not a modifier; allowed: ctrl, shift, alt", quoted(name))};
        held.push_back(*found);
        at = end + 1;
    }
    return held;
}

/// The key of a letter or digit, which GLFW numbers as ASCII does. Other signs are sent only as characters,
/// because their keys depend on the keyboard.
std::optional<int> typing_key(char sign) {
    if (sign >= 'a' && sign <= 'z') return GLFW_KEY_A + (sign - 'a');
    if (sign >= '0' && sign <= '9') return GLFW_KEY_0 + (sign - '0');
    if (sign == '+' || sign == '=') return GLFW_KEY_EQUAL;
    if (sign == '-') return GLFW_KEY_MINUS;
    return std::nullopt;
}

/// The press and release of a key, and its character if nothing but Shift is held.
Events key_events(std::string_view name, int bits) {
    if (const auto key = number_of(named_keys, name))
        return {KeyChange{*key, true, bits}, KeyChange{*key, false, bits}};
    if (name.size() != 1 || name[0] <= ' ' || name[0] > '~' || (name[0] >= 'A' && name[0] <= 'Z'))
        throw Refusal{fmt::format("unknown key {}; allowed: a lower-case letter, a digit, a sign, {}",
                                  quoted(name), names_in(named_keys))};
    const bool letter = name[0] >= 'a' && name[0] <= 'z', shift = (bits & GLFW_MOD_SHIFT) != 0;
    const char typed = static_cast<char>(letter && shift ? name[0] - 'a' + 'A' : name[0]);
    Events events;
    const auto key = typing_key(name[0]);
    if (key) events.emplace_back(KeyChange{*key, true, bits});
    if ((bits & ~GLFW_MOD_SHIFT) == 0) events.emplace_back(CharacterInput{static_cast<unsigned char>(typed)});
    if (key) events.emplace_back(KeyChange{*key, false, bits});
    return events;
}

Action read_key(std::string_view rest) {
    const LineWords words = words_of(rest);
    if (words.empty() || words.size() > 2) throw Refusal{"expected `key NAME [ctrl+shift]`"};
    const std::vector<Modifier> held = words.size() == 2 ? held_by(words[1]) : std::vector<Modifier>{};
    int bits = 0;
    Events events;
    for (const Modifier& modifier : held)
        events.emplace_back(KeyChange{modifier.key, true, bits |= modifier.bit});
    for (const InputEvent& event : key_events(words[0], bits)) events.push_back(event);
    for (const Modifier& modifier : held)
        events.emplace_back(KeyChange{modifier.key, false, bits &= ~modifier.bit});
    return events;
}

Action read_type(std::string_view rest) {
    if (rest.empty()) throw Refusal{"expected `type TEXT`"};
    Events events;
    while (!rest.empty()) {
        const char32_t code = next_code_point(rest);
        if (code == replacement_character || is_control(code))
            throw Refusal{"the text must be UTF-8 without control characters"};
        events.emplace_back(CharacterInput{static_cast<std::uint32_t>(code)});
    }
    return events;
}

struct StepWord {
    std::string_view name;
    Action (*read)(std::string_view rest);
};
template <class Await>
Action read_await(std::string_view rest) {
    if (!rest.empty()) throw Refusal{fmt::format("unexpected {} after the step", quoted(rest))};
    return Await{};
}
constexpr std::array step_words{
    StepWord{"move", read_move},
    StepWord{"press", [](std::string_view rest) { return read_button(rest, true); }},
    StepWord{"release", [](std::string_view rest) { return read_button(rest, false); }},
    StepWord{"wheel", read_wheel},
    StepWord{"key", read_key},
    StepWord{"type", read_type},
    StepWord{"wait", read_await<AwaitRest>},
    StepWord{"frame", read_await<AwaitFrame>}};

Action read_step(std::string_view line) {
    const std::string_view word = take_word(line);
    const auto* const found = std::ranges::find(step_words, word, &StepWord::name);
    if (found != step_words.end()) return found->read(line);
    std::string known;
    for (const StepWord& step : step_words)
        known += fmt::format("{}{}", known.empty() ? "" : ", ", step.name);
    throw Refusal{fmt::format("unknown step {}; allowed: {}", quoted(word), known)};
}

}  // namespace

std::vector<ReplayStep> parse_replay(std::string_view text, const std::string& name) {
    std::vector<ReplayStep> steps;
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view step = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (step.empty() || step.front() == '#') continue;
        try {
            steps.push_back({line, read_step(step)});
        } catch (const Refusal& refusal) {
            throw InputError(fmt::format("{}: line {}: {}", name, line, refusal.why));
        }
    }
    return steps;
}

std::vector<ReplayStep> read_replay(const std::string& path) {
    const std::string text = read_beginning(path, max_script_bytes + 1);
    if (text.size() > max_script_bytes)
        throw InputError(fmt::format("{}: larger than {} bytes", path, max_script_bytes));
    return parse_replay(without_byte_order_mark(text), path);
}

}  // namespace poslab
