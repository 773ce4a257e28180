#include "core/base/free_memory.hpp"
#include "core/files/decimal_numbers.hpp"
#include "core/files/found_arrays.hpp"
#include "core/files/input_file.hpp"
#include "core/files/json_problem.hpp"
#include "core/files/nested_list.hpp"
#include "core/files/printable_text.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace poslab {
namespace {

using Json = nlohmann::json;

constexpr std::size_t max_objects_deep = 16;

/// Replaces NaN, Infinity and -Infinity, which Python writes although JSON lacks them, by strings of the same
/// length, so that byte positions stay valid. Returns the indices of these strings among all strings,
/// including keys, from 0.
std::vector<std::size_t> replace_words(std::string& text) {
    std::vector<std::size_t> ordinals;
    std::size_t count = 0;
    for (std::size_t at = text.find_first_of("\"NI-"); at != std::string::npos;
         at = text.find_first_of("\"NI-", at)) {
        if (text[at] == '"') {
            for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
            ++count;
        } else {
            for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
                if (text.compare(at, word.size(), word) != 0) continue;
                ordinals.push_back(count++);
                text[at + 1] = text[at];  // its first character identifies the word
                text[at] = text[at + word.size() - 1] = '"';
                std::fill(text.begin() + static_cast<std::ptrdiff_t>(at + 2),
                          text.begin() + static_cast<std::ptrdiff_t>(at + word.size() - 1), ' ');
                at += word.size() - 1;
                break;
            }
        }
        at = std::min(at + 1, text.size());
    }
    return ordinals;
}

double number_of_word(char first) {
    if (first == 'N') return std::numeric_limits<double>::quiet_NaN();
    return first == 'I' ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
}

/// A SAX handler for nlohmann's parser that collects lists of numbers, and their names in objects, without
/// building a tree.
class ArrayCollector {
  public:
    ArrayCollector(const OpenFile& file, const std::string& text, const Job& job,
                   std::vector<std::size_t> words)
        : file_(file), text_(text), job_(job), words_(std::move(words)) {}

    bool null() { return other("null"_tr); }
    bool boolean(bool v) { return number(v ? 1 : 0); }
    bool number_integer(Json::number_integer_t v) {
        return integer(static_cast<double>(v), std::to_string(v));
    }
    bool number_unsigned(Json::number_unsigned_t v) {
        return integer(static_cast<double>(v), std::to_string(v));
    }
    bool number_float(Json::number_float_t v, const std::string& text) { return integer(v, text); }
    bool string(std::string& v) {
        const std::size_t ordinal = texts_++;
        if (next_word_ == words_.size() || words_[next_word_] != ordinal) return other("a string"_tr);
        ++next_word_;
        return number(number_of_word(v[0]));
    }
    bool binary(Json::binary_t& /*v*/) { return false; }
    bool start_array(std::size_t /*size*/) {
        if (objects_in_list_ == 0) list_.open();
        ++lists_;
        return true;
    }
    bool end_array() {
        --lists_;
        if (objects_in_list_ == 0) list_.close();
        return lists_ > 0 || finish();
    }
    bool start_object(std::size_t /*size*/) {
        if (lists_ > 0) {
            if (objects_in_list_++ == 0) refuse("an object"_tr);
            return true;
        }
        if (objects_.size() == max_objects_deep)
            return stop(tr("is nested more than {} deep", max_objects_deep));
        objects_.emplace_back();
        return true;
    }
    bool end_object() {
        if (lists_ > 0) {
            --objects_in_list_;
        } else {
            objects_.pop_back();
        }
        return true;
    }
    bool key(std::string& name) {
        ++texts_;
        if (lists_ > 0) return true;
        const bool is_new = objects_.back().keys.insert(name).second;
        objects_.back().key = std::move(name);
        if (is_new) return true;
        const std::string shown = printable_text(joined_name());
        return stop(tr("{} occurs twice", shown));
    }
    bool parse_error(std::size_t at, const std::string& token, const nlohmann::detail::exception& error) {
        constexpr int number_overflow = 406;
        const std::string number = printable_text(token);
        return stop(error.id == number_overflow
                        ? tr("the text is {}, which is beyond the range of float64", number)
                        : json_problem(text_, at));
    }

    FoundArrays found;
    Message problem;

  private:
    struct OpenObject {
        std::string key;             // the last one
        std::set<std::string> keys;  // all
    };

    bool stop(Message why) {
        problem = std::move(why);
        return false;
    }
    bool number(double value) {
        constexpr std::size_t often = 1U << 12U;
        if (++numbers_ % often == 0) job_.check();
        if (objects_in_list_ == 0) list_.add(value, file_.path());
        return lists_ > 0 || finish();
    }
    bool integer(double value, std::string_view text) {
        if (objects_in_list_ == 0 && is_rounded_integer(text, value)) {
            const std::string shown = printable_text(text), at = list_.next_item();
            list_.refuse(tr("its number {} is {}, which float64 cannot represent", at, shown));
        }
        return number(value);
    }
    bool other(Text what) {
        refuse(what);
        return number(0);
    }
    void refuse(Text what) {
        const std::string at = list_.next_item();
        list_.refuse(list_.is_open() ? tr("its item {} is {}, not a number", at, what)
                                     : tr("is {}, not numbers", what));
    }
    /// Stores the completed list or number under its name.
    bool finish() {
        const std::string name = joined_name();
        if (name.size() > max_name_bytes) return stop(tr("has a name of more than {} bytes", max_name_bytes));
        if (found.arrays.size() + found.unreadable.size() == max_named_arrays) {
            return stop(tr("has more than {} arrays", max_named_arrays));
        }
        if (list_.problem().empty()) {
            found.arrays.push_back({name, "text", list_.shape(), list_.take_numbers()});
        } else {
            const std::string location = array_place(file_, name);
            found.unreadable.push_back({name, tr("{0}: {1}", location, list_.problem())});
        }
        list_ = {};
        return true;
    }
    [[nodiscard]] std::string joined_name() const {
        std::string all;
        for (const OpenObject& object : objects_) all += (all.empty() ? "" : ".") + object.key;
        return all;
    }

    const OpenFile& file_;
    const std::string& text_;
    const Job& job_;
    std::vector<std::size_t> words_;
    std::size_t next_word_ = 0, texts_ = 0, numbers_ = 0;
    std::vector<OpenObject> objects_;  // outside lists
    std::size_t lists_ = 0, objects_in_list_ = 0;
    NestedList list_;
};

}  // namespace

FoundArrays json_arrays(const OpenFile& file, const Job& job) {
    check_memory(static_cast<double>(file.bytes()), tr("{}: its bytes", file.path()));
    std::string text = file.read_text(0, file.bytes());
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) refuse_file(file.path(), "is empty"_tr);
    std::vector<std::size_t> words = replace_words(text);
    ArrayCollector collector(file, text, job, std::move(words));
    if (!Json::sax_parse(text.begin(), text.end(), &collector)) refuse_file(file.path(), collector.problem);
    return std::move(collector.found);
}

}  // namespace poslab
