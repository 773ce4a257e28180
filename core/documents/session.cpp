#include "core/documents/session.hpp"

#include "core/base/errors.hpp"
#include "core/base/utf8_parts.hpp"
#include "core/documents/earlier_defaults.hpp"
#include "core/files/json_text.hpp"
#include "core/params/json.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

namespace poslab {

namespace {

using OrderedJson = nlohmann::ordered_json;
using State = SessionReading::State;

// Above what any version writes.
constexpr std::size_t deepest_nesting = 16;
constexpr std::size_t max_values = 50'000;
constexpr std::size_t max_complaints = 12;

const View* view_of(std::span<const View* const> views, std::string_view id) {
    const auto found =
        std::find_if(views.begin(), views.end(), [&](const View* view) { return view->info().id == id; });
    return found == views.end() ? nullptr : *found;
}

/// True for strings, finite numbers, booleans and arrays of strings.
bool is_setting(const OrderedJson& json) {
    if (json.is_array())
        return std::all_of(json.begin(), json.end(),
                           [](const OrderedJson& item) { return item.is_string(); });
    if (json.is_number_float()) return std::isfinite(json.get<double>());
    return json.is_string() || json.is_boolean() || json.is_number();
}

std::string dump(const OrderedJson& json, int indent = -1) { return json_text(json, indent); }

/// Returns the value in the file, shortened at a character boundary.
std::string shown(const OrderedJson& json) {
    constexpr std::size_t longest = 40;
    return utf8_shortened(dump(json), longest);
}

OrderedJson checked_values(const View& view, const Values& values) {
    const auto descriptors = view.parameters();
    if (values.size() != descriptors.size())
        throw UsageError(
            tr("view '{}' has {} parameters, not {}", view.info().id, descriptors.size(), values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) check_value(descriptors[i], values[i]);
    return to_json(descriptors, values);
}

/// Checks the size of a session by its brackets, commas and quotes, so that no recursive or quadratic code
/// meets a malicious text. The check is exact for valid JSON; text after the first mistake is not read
/// anyway.
std::optional<Message> refusal_of(std::string_view text) {
    if (text.size() > max_session_bytes) return Message("The session is larger than 1 MiB."_tr);
    struct Open {
        bool is_object = false;
        std::size_t commas = 0;
    };
    std::vector<Open> open(1);
    std::size_t values = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') in_string = !in_string;
        if (in_string && c == '\\') ++i;
        if (in_string) continue;
        if (c == ',') ++values, ++open.back().commas;
        if (c == '{' || c == '[') open.push_back({c == '{', 0});
        if ((c == '}' || c == ']') && open.size() > 1) open.pop_back();
        if (open.size() - 1 > deepest_nesting) return Message("The session is nested too deeply."_tr);
        // The members of an object are searched linearly, those of an array are not.
        if (values > max_values || (open.back().is_object && open.back().commas > max_ordered_members))
            return Message("The session holds too many values."_tr);
    }
    return std::nullopt;
}

/// Returns the allowed values of this parameter, as the end of a sentence.
Message requirement(const Descriptor& descriptor) {
    switch (descriptor.kind) {
        case Kind::toggle:
            return "must be true or false"_tr;
        case Kind::choice:
            return "is not one of its choices"_tr;
        case Kind::choice_list:
            return "must be a list of its choices, or null"_tr;
        case Kind::resolution:
            return "must be \"WxH\" of an allowed size, or null"_tr;
        case Kind::interval:
            return tr("must be \"A:B\" within {}, or null", range_text(descriptor));
        case Kind::integer:
            return tr("must be a whole number in {}", range_text(descriptor));
        case Kind::optional_real:
            return tr("must be a number in {}, or null", range_text(descriptor));
        case Kind::list:
            return tr("must be a list of numbers in {}, or null", range_text(descriptor));
        case Kind::file:
            return "must be the path of a file, or null"_tr;
        case Kind::axes:
            return "must be axes such as x:0:100,y:log, or null"_tr;
        case Kind::real:
            break;
    }
    return tr("must be a number in {}", range_text(descriptor));
}

class Reader {
  public:
    explicit Reader(std::span<const View* const> views) : views_(views) {}

    SessionReading read(std::string_view text) {
        if (const auto refusal = refusal_of(text)) return nothing(State::broken, *refusal);
        const OrderedJson json = parsed(text);
        if (json.is_discarded()) return nothing(State::broken, "The session is not JSON."_tr);
        if (!json.is_object()) return nothing(State::broken, "The session is not a JSON object."_tr);
        if (!is_this_format(json)) return reading_;
        if (const auto mistake = mistake_of_type(json)) return nothing(State::broken, *mistake);
        take(json);
        close();
        return reading_;
    }

  private:
    SessionReading nothing(State state, Message why) {
        reading_ = {{}, state, {std::move(why)}};
        return reading_;
    }

    void complain(Message message) {
        reading_.state = State::partly;
        if (reading_.complaints.size() < max_complaints)
            reading_.complaints.push_back(std::move(message));
        else
            ++left_out_;
    }

    /// Returns the whole text as JSON, or a discarded value. For a repeated key the last value is used.
    OrderedJson parsed(std::string_view text) {
        std::vector<std::set<std::string>> open;
        const auto watch = [&](int, OrderedJson::parse_event_t event, OrderedJson& part) {
            if (event == OrderedJson::parse_event_t::object_start) open.emplace_back();
            if (event == OrderedJson::parse_event_t::object_end && !open.empty()) open.pop_back();
            if (event == OrderedJson::parse_event_t::key && !open.empty() &&
                !open.back().insert(part.get<std::string>()).second)
                complain(tr("The session has {} twice; the last one is used.", shown(part)));
            return true;
        };
        return OrderedJson::parse(text.begin(), text.end(), watch, false);
    }

    bool is_this_format(const OrderedJson& json) {
        const auto found = json.find("poslab_session");
        if (found == json.end() || !found->is_number_integer()) {
            nothing(State::broken, "The file is not a session of PosLab."_tr);
            return false;
        }
        const bool newer = found->is_number_unsigned() && found->get<std::uint64_t>() > session_format;
        if (!newer && found->get<std::int64_t>() == session_format) return true;
        const auto version = json.find("version");
        const std::string by = version == json.end() ? "?" : shown(*version);
        if (newer)
            nothing(State::newer, tr("The session was written by a newer PosLab ({}).", by));
        else
            nothing(State::older,
                    tr("The session was written by an older PosLab ({}) and can no longer be read.", by));
        return false;
    }

    static std::optional<Message> mistake_of_type(const OrderedJson& json) {
        const auto is = [&](const char* key, OrderedJson::value_t type) {
            const auto found = json.find(key);
            return found == json.end() || found->type() == type;
        };
        const auto mistake = [](const char* key) {
            return tr("The session's \"{}\" has the wrong type.", key);
        };
        if (!is("version", OrderedJson::value_t::string)) return mistake("version");
        if (!is("view", OrderedJson::value_t::string)) return mistake("view");
        if (!is("views", OrderedJson::value_t::object)) return mistake("views");
        if (!is("settings", OrderedJson::value_t::object)) return mistake("settings");
        return std::nullopt;
    }

    void take(const OrderedJson& json) {
        for (const auto& [key, value] : json.items()) {
            if (key == "view") {
                take_chosen(value);
            } else if (key == "views") {
                for (const auto& [id, parameters] : value.items()) take_view(id, parameters);
            } else if (key == "settings") {
                for (const auto& [id, setting] : value.items()) take_setting(id, setting);
            } else if (key != "poslab_session" && key != "version") {
                complain(tr("The session contains {}, which is unknown to this version.", shown(key)));
            }
        }
    }

    void take_chosen(const OrderedJson& id) {
        const auto& name = id.get_ref<const std::string&>();
        if (name.empty() || view_of(views_, name) != nullptr)
            reading_.session.view = name;
        else
            complain(tr("The session ended in the view {}, which this version does not have.", shown(id)));
    }

    void take_view(const std::string& id, const OrderedJson& parameters) {
        const View* const view = view_of(views_, id);
        if (view == nullptr)
            return complain(
                tr("The session contains the view {}, which this version does not have.", shown(id)));
        if (!parameters.is_object())
            return complain(tr("{}: its part of the session has the wrong type; defaults are used.", id));
        Values values = view->defaults();
        for (const EarlierDefault& earlier_default : earlier_defaults())
            if (earlier_default.view == id)
                take_parameter(*view, std::string(earlier_default.parameter),
                               std::string(earlier_default.value), values);
        for (const auto& [parameter, value] : parameters.items())
            take_parameter(*view, parameter, value, values);
        reading_.session.values[id] = nearest_valid(*view, std::move(values));
    }

    void take_parameter(const View& view, const std::string& id, const OrderedJson& value, Values& values) {
        const int index = parameter_index(view, id);
        if (index < 0)
            return complain(
                tr("{}: the session contains {}, which is not a parameter.", view.info().id, shown(id)));
        try {
            auto one = nlohmann::json::object();
            one[id] = nlohmann::json(value);
            apply_json(view.parameters(), one, values);
        } catch (const Error&) {
            const Message must = requirement(view.parameters()[static_cast<std::size_t>(index)]);
            complain(tr("{}: {} = {} {}; the default is used.", view.info().id, id, shown(value), must));
        }
    }

    /// Returns `values`, or the nearest valid values, or the defaults.
    Values nearest_valid(const View& view, Values values) {
        if (fits(view, values)) return values;
        try {
            Values nearest = view.adjusted(values);
            // as they were in the window; the view reports the error there
            if (nearest == values) return values;
            const auto descriptors = view.parameters();
            for (std::size_t i = 0; i < nearest.size(); ++i) check_value(descriptors[i], nearest[i]);
            if (fits(view, nearest)) {
                complain(tr("{}: the session's values are inconsistent; the nearest valid values are used.",
                            view.info().id));
                return nearest;
            }
        } catch (const Error&) {  // they cannot be adjusted
        }
        complain(tr("{}: the session's values are inconsistent; defaults are used.", view.info().id));
        return view.defaults();
    }

    static bool fits(const View& view, const Values& values) {
        try {
            static_cast<void>(view.checked(values));
            return true;
        } catch (const Error&) {
            return false;
        }
    }

    void take_setting(const std::string& id, const OrderedJson& setting) {
        if (is_setting(setting))
            reading_.session.settings[id] = setting;
        else
            complain(tr("The session's setting {} has the wrong type.", shown(id)));
    }

    void close() {
        if (left_out_ == 0) return;
        reading_.complaints.push_back(tr_plural("The session has {} more problem.",
                                                "The session has {} more problems.",
                                                static_cast<std::int64_t>(left_out_)));
    }

    std::span<const View* const> views_;
    SessionReading reading_;
    std::size_t left_out_ = 0;
};

}  // namespace

std::string session_text(const Session& session, std::span<const View* const> views) {
    OrderedJson held = OrderedJson::object();
    for (const auto& [id, values] : session.values) {
        const View* const view = view_of(views, id);
        if (view == nullptr) throw UsageError(tr("unknown view '{}'", id));
        held[id] = checked_values(*view, values);
    }
    OrderedJson settings = OrderedJson::object();
    if (session.settings.is_object())
        for (const auto& [id, setting] : session.settings.items())
            if (is_setting(setting)) settings[id] = setting;
    const OrderedJson json{{"poslab_session", session_format},
                           {"version", POSLAB_VERSION},
                           {"view", session.view},
                           {"views", std::move(held)},
                           {"settings", std::move(settings)}};
    return dump(json, 2) + "\n";
}

SessionReading read_session(std::string_view text, std::span<const View* const> views) {
    return Reader(views).read(text);
}

}  // namespace poslab
