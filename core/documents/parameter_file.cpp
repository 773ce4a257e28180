#include "core/documents/parameter_file.hpp"

#include "core/base/errors.hpp"
#include "core/files/byte_order_mark.hpp"
#include "core/files/input_file.hpp"
#include "core/files/json_problem.hpp"
#include "core/files/printable_text.hpp"
#include "core/params/filling.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace poslab {
namespace {

constexpr std::size_t head_bytes = std::size_t{1} << 20U;

using Json = nlohmann::json;

/// Reads "view" and "parameters" of the outermost object and stops once it has both. Parameter values are
/// neither objects nor arrays of objects, so the nesting stays shallow.
class HeadReader {
  public:
    Json view, parameters = Json::object();
    bool complete = false;

    bool null() { return value(nullptr); }
    bool boolean(bool v) { return value(v); }
    bool number_integer(Json::number_integer_t v) { return value(v); }
    bool number_unsigned(Json::number_unsigned_t v) { return value(v); }
    bool number_float(Json::number_float_t v, const std::string& /*text*/) { return value(v); }
    bool string(std::string& v) { return value(v); }
    bool binary(Json::binary_t& /*v*/) { return false; }
    bool start_object(std::size_t /*size*/) {
        if (depth_ == 1 && key_ == "parameters") in_parameters_ = has_parameters_ = true;
        if (depth_ == 2 && in_parameters_)
            parameters[parameter_] = Json::object();  // its type is rejected later
        note_nested();
        ++depth_;
        return true;
    }
    bool end_object() {
        --depth_;
        if (depth_ == 1) in_parameters_ = false;
        return !finished();
    }
    bool start_array(std::size_t /*size*/) {
        note_nested();
        if (depth_ == 2 && in_parameters_) {
            in_list_ = true;
            parameters[parameter_] = Json::array();
        }
        ++depth_;
        return depth_ > 1;  // the outermost value must be an object
    }
    bool end_array() {
        --depth_;
        if (depth_ == 2) in_list_ = false;
        return true;
    }
    bool key(std::string& name) {
        const bool again =
            depth_ == 1 ? (name == "view" && !view.is_null()) || (name == "parameters" && has_parameters_)
                        : depth_ == 2 && in_parameters_ && parameters.contains(name);
        if (again) twice = name;
        if (depth_ == 1) key_ = name;
        if (depth_ == 2 && in_parameters_) parameter_ = name;
        return !again;
    }
    bool parse_error(std::size_t at, const std::string& /*token*/,
                     const nlohmann::detail::exception& /*error*/) {
        error_at = at;
        return false;
    }

    std::size_t error_at = 0;
    std::string twice;  // a key that occurs again

  private:
    template <class V>
    bool value(V&& v) {
        if (depth_ == 1 && key_ == "view") view = v;
        if (depth_ == 2 && in_parameters_) parameters[parameter_] = v;
        if (depth_ == 3 && in_list_) parameters[parameter_].push_back(v);
        return !finished();
    }
    /// Adds null for a nested value: lists hold only numbers, and its type is rejected later.
    void note_nested() {
        if (depth_ == 3 && in_list_) parameters[parameter_].push_back(nullptr);
    }
    bool finished() {
        complete = view.is_string() && has_parameters_ && !in_parameters_;
        return complete;
    }

    int depth_ = 0;
    bool in_parameters_ = false, has_parameters_ = false, in_list_ = false;
    std::string key_, parameter_;
};

}  // namespace

OpenedParameters read_parameter_file(const std::string& path, std::span<const View* const> views) {
    DocumentFiles files(path);
    return read_parameter_file(path, views, files);
}

OpenedParameters read_parameter_file(const std::string& path, std::span<const View* const> views,
                                     DocumentFiles& files) {
    const std::string file = read_beginning(path, head_bytes);
    const std::string_view bytes = without_byte_order_mark(file);
    const bool text =
        bytes.find('\0') == std::string::npos && bytes.find_first_not_of(" \t\r\n") != std::string::npos;
    if (!text || bytes[bytes.find_first_not_of(" \t\r\n")] != '{')
        refuse_file(path, "not a PosLab file: must be JSON with \"view\" and \"parameters\""_tr);
    HeadReader reader;
    static_cast<void>(Json::sax_parse(bytes, &reader));
    if (!reader.twice.empty()) refuse_file(path, tr("{} occurs twice", printable_text(reader.twice)));
    if (!reader.complete) {
        if (reader.error_at > 0 && file.size() < head_bytes)
            refuse_file(path, json_problem(bytes, reader.error_at));
        refuse_file(path, "lacks \"view\" with its \"parameters\""_tr);
    }
    const std::string id = reader.view.get<std::string>();
    const auto found =
        std::find_if(views.begin(), views.end(), [&](const View* view) { return view->info().id == id; });
    if (found == views.end()) refuse_file(path, tr("this version has no view '{}'", printable_text(id)));
    for (const Descriptor& descriptor : (*found)->parameters()) {
        const auto named = reader.parameters.find(descriptor.id);
        if (descriptor.kind == Kind::file && named != reader.parameters.end() && named->is_string())
            *named = files.found(named->get<std::string>());
    }
    OpenedParameters opened{*found, (*found)->defaults()};
    try {
        apply_json_and_fill((*found)->parameters(), reader.parameters, opened.values);
        opened.values = (*found)->checked(opened.values);
    } catch (const InputError&) {
        throw;  // it names another file
    } catch (const Error& error) {
        refuse_file(path, error.message());
    }
    return opened;
}

}  // namespace poslab
