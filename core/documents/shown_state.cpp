#include "core/documents/shown_state.hpp"

#include "core/base/errors.hpp"
#include "core/documents/document_files.hpp"
#include "core/documents/shell_words.hpp"
#include "core/documents/versus.hpp"
#include "core/files/printable_text.hpp"
#include "core/params/filling.hpp"
#include "core/params/pair_text.hpp"
#include "core/views/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <set>
#include <string>

namespace poslab {

namespace {

/// Reads flags in order.
class Flags {
  public:
    explicit Flags(std::vector<std::string> words) : words_(std::move(words)) {}

    [[nodiscard]] bool ended() const { return next_ == words_.size(); }
    std::string take() { return words_[next_++]; }
    /// True if a value follows. Numbers may begin with a minus.
    [[nodiscard]] bool has_value() const { return !ended() && !words_[next_].starts_with("--"); }
    std::string value_of(const std::string& flag) {
        if (!has_value()) throw UsageError(tr("--{}: value missing", printable_text(flag)));
        return take();
    }

  private:
    std::vector<std::string> words_;
    std::size_t next_ = 0;
};

double share_in(const std::string& text) {
    double share = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), share);
    if (error != std::errc{} || end != text.data() + text.size() || !(share >= 0 && share <= 1))
        throw UsageError(tr("--wipe {}: must be from 0 to 1", printable_text(text)));
    return share;
}

const View& view_named(const std::string& id, std::span<const View* const> views) {
    for (const View* view : views)
        if (view->info().id == id) return *view;
    throw UsageError(tr("unknown view '{}'", printable_text(id)));
}

std::vector<AxisSetting> axis_settings(const View& view, const Values& values) {
    const int axes = parameter_index(view, "axes");
    return axes < 0 ? std::vector<AxisSetting>()
                    : std::get<AxisSettings>(values[static_cast<std::size_t>(axes)]).list;
}

struct ParsedParameters {
    std::vector<std::pair<std::size_t, Value>> values;
    std::vector<std::string> versus;
    std::set<std::string> options;  // that occur once only
};

void take_parameter(Flags& flags, const std::string& flag, const View& view, ParsedParameters& parsed) {
    const std::size_t equals = flag.find('=');
    const std::string id = flag.substr(0, equals);
    const int index = parameter_index(view, id);
    if (index < 0) throw UsageError(tr("--{}: {} has no such parameter", printable_text(id), view.info().id));
    const Descriptor& descriptor = view.parameters()[static_cast<std::size_t>(index)];
    const bool bare = descriptor.kind == Kind::toggle && equals == std::string::npos && !flags.has_value();
    const std::string text = bare                          ? "true"
                             : equals != std::string::npos ? flag.substr(equals + 1)
                                                           : flags.value_of(id);
    for (auto& one : parse_values(view.parameters(), static_cast<std::size_t>(index), value_text(text)))
        parsed.values.push_back(std::move(one));
}

void take_flag(Flags& flags, ShownState& state, ParsedParameters& parsed) {
    const std::string word = flags.take();
    if (!word.starts_with("--"))
        throw UsageError(tr("'{}': must be --PARAMETER VALUE", printable_text(word)));
    const std::string flag = word.substr(2);
    const std::string name = flag.substr(0, flag.find('='));
    if (name != "versus" && name != "difference" && !parsed.options.insert(name).second)
        throw UsageError(tr("--{} is given several times: at most one is allowed", printable_text(name)));
    if (flag == "figure")
        state.figure = flags.value_of(flag);
    else if (flag == "versus")
        parsed.versus.push_back(flags.value_of(flag));
    else if (flag == "difference")
        state.comparison = {Comparison::How::difference};
    else if (flag == "wipe")
        state.comparison = {Comparison::How::wipe, share_in(flags.value_of(flag))};
    else
        take_parameter(flags, flag, *state.view, parsed);
}

/// Replaces the files that the parameters name, before any of them is read.
void find_files(ParsedParameters& parsed, const View& view,
                const std::function<std::string(const std::string&)>& file) {
    for (auto& [index, value] : parsed.values)
        if (auto* named = std::get_if<FileName>(&value); named != nullptr && !named->path.empty())
            named->path = file(named->path);
    for (std::string& versus : parsed.versus) versus = with_files(view, versus, file);
}

/// Replaces files that other files brought, such as the keys next to queries; `found`: those replaced before.
void find_filled_files(Values& values, const std::set<std::string>& found,
                       const std::function<std::string(const std::string&)>& file) {
    for (Value& value : values)
        if (auto* named = std::get_if<FileName>(&value);
            named != nullptr && !named->path.empty() && !found.contains(named->path))
            named->path = file(named->path);
}

}  // namespace

ShownState read_shown_state(const std::string& command, std::span<const View* const> views,
                            const std::function<std::string(const std::string&)>& file) {
    std::set<std::string> found;
    const auto found_file = [&](const std::string& named) { return *found.insert(file(named)).first; };
    Flags flags(shell_words(command));
    if (flags.ended()) throw UsageError("no view given"_tr);
    ShownState state;
    state.view = &view_named(flags.take(), views);
    ParsedParameters parsed;
    while (!flags.ended()) take_flag(flags, state, parsed);
    if (file) find_files(parsed, *state.view, found_file);
    state.values = state.view->defaults();
    set_all_and_fill(state.view->parameters(), parsed.values, state.values);
    state.values = state.view->checked(state.values);
    if (file) find_filled_files(state.values, found, found_file);
    ParameterSet named;
    for (const std::string& versus : parsed.versus) {
        state.pins.push_back(state.view->checked(changed(*state.view, state.values, versus, named)));
        if (file) find_filled_files(state.pins.back(), found, found_file);
        state.pin_names.push_back(name_in(versus));
    }
    check_figure(*state.view, state.figure, state.values);
    check_plots(*state.view, state.figure, variants_of(state, Language::english));
    return state;
}

const FigureInfo& ShownState::figure_info() const {
    const FigureInfo* const named = find_figure(*view, figure);
    return named == nullptr ? view->info().figures.front() : *named;
}

void check_figure(const View& view, std::string_view figure, const Values& values) {
    if (find_figure(view, figure) == nullptr)
        throw UsageError(tr("--figure {}: {} has no such figure", printable_text(figure), view.info().id));
    for (const AxisSetting& setting : axis_settings(view, values))
        if (find_figure(view, setting.figure) == nullptr)
            throw UsageError(tr("--axes {}: {} has no figure '{}'", to_string(AxisSettings{{setting}}),
                                view.info().id, setting.figure));
}

void check_plots(const View& view, std::string_view figure, const std::vector<Variant>& variants) {
    const std::vector<AxisSetting> settings = axis_settings(view, variants.front().values);
    if (settings.empty()) return;
    const std::string_view shown = find_figure(view, figure)->id;
    const auto plots = std::ssize(settable_plots(view.figure(shown, variants, {}, {})));
    for (const AxisSetting& setting : settings) {
        const bool is_shown = setting.figure.empty() || setting.figure == shown;
        if (is_shown && !setting.color && setting.plot > plots)
            throw UsageError(tr_plural("--axes {1}: figure {2} has {0} plot with axes that can be set",
                                       "--axes {1}: figure {2} has {0} plots with axes that can be set",
                                       plots, to_string(AxisSettings{{setting}}), shown));
    }
}

std::string shown_state_words(const ShownState& state) {
    const View& view = *state.view;
    std::string words(view.info().id);
    words += parameter_words(view, state.values);
    if (&state.figure_info() != find_figure(view, "")) words += " --figure " + state.figure;
    for (std::size_t n = 0; n < state.pins.size(); ++n) {
        std::string versus = versus_words(view, state.values, state.pins[n]);
        if (const std::string& name = state.pin_names[n]; !name.empty())
            versus += (versus.empty() ? "name=" : ",name=") + name;
        words += option_words("versus", versus);
    }
    if (state.pins.size() != 1) return words;  // otherwise the figure compares nothing
    if (state.comparison.how == Comparison::How::difference) words += " --difference";
    if (state.comparison.how == Comparison::How::wipe)
        words += fmt::format(" --wipe {}", state.comparison.wipe);
    return words;
}

std::string stored_state_words(const ShownState& state, const std::string& document) {
    std::vector<Values> named = state.pins;
    named.push_back(state.values);
    return with_portable_paths(shown_state_words(state), named, document);
}

std::vector<Variant> variants_of(const ShownState& state, Language language) {
    std::vector<Variant> variants = labelled_variants(*state.view, state.values, state.pins, language);
    for (std::size_t n = 0; n < state.pin_names.size(); ++n)
        if (!state.pin_names[n].empty()) variants[n + 1].label = state.pin_names[n];
    return variants;
}

}  // namespace poslab
