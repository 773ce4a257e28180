#include "core/files/strict_json.hpp"

#include "core/base/message.hpp"
#include "core/files/byte_order_mark.hpp"
#include "core/files/input_file.hpp"
#include "core/files/json_problem.hpp"
#include "core/files/placeholder_file.hpp"
#include "core/files/printable_text.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace poslab {
namespace {

using Json = nlohmann::json;

std::size_t constant_at(std::string_view rest) {
    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
        if (rest.starts_with(word)) return word.size();
    }
    return 0;
}

/// Returns the text with quotes around the constants that JSON lacks.
std::string quoted_constants(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    bool inside = false;
    for (std::size_t n = 0; n < text.size(); ++n) {
        const char c = text[n];
        const std::size_t length = inside ? 0 : constant_at(text.substr(n));
        if (length > 0) {
            result.append("\"").append(text.substr(n, length)).append("\"");
            n += length - 1;
            continue;
        }
        if (c == '"') inside = !inside;
        result += c;
        if (inside && c == '\\' && n + 1 < text.size()) result += text[++n];
    }
    return result;
}

/// A SAX handler that builds the value and stops at the first problem.
class StrictBuilder {
  public:
    /// `text` is the content of the file.
    StrictBuilder(std::string_view text, std::size_t max_depth, JsonConstants constants, const Job& job)
        : text_(text), max_depth_(max_depth), constants_(constants), job_(job) {}

    bool null() { return add(nullptr); }
    bool boolean(bool v) { return add(v); }
    bool number_integer(Json::number_integer_t v) { return add(v); }
    bool number_unsigned(Json::number_unsigned_t v) { return add(v); }
    bool number_float(Json::number_float_t v, const std::string& /*text*/) { return add(v); }
    bool string(std::string& v) { return add(std::move(v)); }
    bool binary(Json::binary_t& /*v*/) { return false; }
    bool start_object(std::size_t /*size*/) { return open(Json::object()); }
    bool start_array(std::size_t /*size*/) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        const bool twice = stack_.back()->contains(name);
        key_ = std::move(name);
        if (!twice) return true;
        const std::string path = printable_text(path_here());
        return stop(tr("{} occurs twice", path));
    }
    bool parse_error(std::size_t at, const std::string& token, const nlohmann::detail::exception& error) {
        constexpr int number_overflow = 406;
        if (error.id == number_overflow) {
            const std::string path = printable_text(path_here()), number = printable_text(token);
            return stop(path.empty() ? tr("the text is {}, which is beyond the range of float64", number)
                                     : tr("{} is {}, which is beyond the range of float64", path, number));
        }
        return stop(json_problem(text_, at, constants_));
    }

    Json root;
    Message problem;

  private:
    bool stop(Message why) {
        problem = std::move(why);
        return false;
    }
    Json& place(Json&& value) {
        constexpr std::size_t values_between_looks = 4096;
        if (looks_++ % values_between_looks == 0) job_.check();
        if (stack_.empty()) return root = std::move(value);
        Json& parent = *stack_.back();
        if (parent.is_array()) return parent.emplace_back(std::move(value));
        return parent[key_] = std::move(value);
    }
    bool add(Json value) {
        place(std::move(value));
        return true;
    }
    bool open(Json&& empty) {
        if (stack_.size() == max_depth_) {
            return stop(tr("is nested more than {} deep", max_depth_));
        }
        Json& placed = place(std::move(empty));
        path_.push_back(stack_.empty() || stack_.back()->is_array() ? std::string() : key_);
        // a parent does not grow while a child is open, so the pointers remain valid
        stack_.push_back(&placed);
        return true;
    }
    bool close() {
        stack_.pop_back();
        path_.pop_back();
        return true;
    }
    /// Returns "a.b[2].c" for the key c that is being read, or the next item of an array.
    [[nodiscard]] std::string path_here() const {
        std::string path;
        for (std::size_t level = 1; level <= stack_.size(); ++level) {
            const Json& parent = *stack_[level - 1];
            const bool last = level == stack_.size();
            if (parent.is_array()) {
                path += fmt::format("[{}]", last ? parent.size() : parent.size() - 1);
            } else {
                path += (path.empty() ? "" : ".") + (last ? key_ : path_[level]);
            }
        }
        return path;
    }

    std::string_view text_;
    std::size_t max_depth_;
    JsonConstants constants_;
    const Job& job_;
    std::size_t looks_ = 0;
    std::vector<Json*> stack_;
    std::vector<std::string> path_;
    std::string key_;
};

}  // namespace

namespace {

/// Parses `parsed`, which is `text` with quotes around the constants that JSON lacks.
Json parse(std::string_view text, std::string_view parsed, std::string_view name, std::size_t max_depth,
           JsonConstants constants, const Job& job) {
    const std::string file(name);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) refuse_file(file, "is empty"_tr);
    refuse_placeholder(file, text.substr(0, placeholder_bytes));
    if (is_utf_16_or_32(text)) refuse_file(file, "is UTF-16 or UTF-32; it must be UTF-8"_tr);
    StrictBuilder builder(text, max_depth, constants, job);
    if (!Json::sax_parse(parsed.begin(), parsed.end(), &builder)) refuse_file(file, builder.problem);
    // The parser takes a NUL byte for the end of the text.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
        refuse_file(file, json_problem(text, nul + 1, constants));
    return std::move(builder.root);
}

}  // namespace

Json parse_strict_json(std::string_view text, std::string_view name, std::size_t max_depth, const Job& job) {
    return parse(text, text, name, max_depth, JsonConstants::refused, job);
}

Json parse_python_json(std::string_view text, std::string_view name, std::size_t max_depth) {
    return parse(text, quoted_constants(text), name, max_depth, JsonConstants::allowed, {});
}

}  // namespace poslab
