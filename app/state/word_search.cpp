#include "app/state/word_search.hpp"

#include "app/state/search_synonyms.hpp"
#include "app/state/search_text.hpp"
#include "core/base/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace poslab {
namespace {

constexpr double of_title = 0.85, of_whole_title = 1, of_body = 0.5, of_synonym = 0.75;
constexpr double weight_of_topic = 2;  // phrases of topics are the most specific part of a question
constexpr double min_coverage = 0.3;
constexpr std::size_t max_forms_known = 4000;

/// Letters of other alphabets and signs such as π are parts of words.
bool is_part_of_word(char32_t c) { return is_ascii_word(c) || (c >= 0x80 && !is_wide(c)); }
bool is_punctuation(char32_t c) { return (c >= 0x2010 && c <= 0x203B) || (c >= 0x3000 && c <= 0x3011); }
bool is_chinese(char32_t c) { return is_wide(c) && !is_punctuation(c); }

/// Returns the folded text with spaces in place of all characters that are not parts of words.
std::u32string plain(std::string_view text) {
    std::u32string result = folded(text);
    for (char32_t& c : result)
        if (is_punctuation(c) || !(is_part_of_word(c) || is_chinese(c) || c == U'_')) c = U' ';
    return result;
}

bool begins_word(std::u32string_view text, std::size_t at) {
    return at == 0 || !is_part_of_word(text[at]) || !is_part_of_word(text[at - 1]);
}

/// Returns the number of letters up to the end of the word.
std::size_t rest_of_word(std::u32string_view text, std::size_t at) {
    std::size_t rest = 0;
    while (at + rest < text.size() && at + rest > 0 && is_part_of_word(text[at + rest]) &&
           is_part_of_word(text[at - 1]))
        ++rest;
    return rest;
}

/// Returns the index at which a form begins a word; short forms are whole words.
std::size_t find_form(std::u32string_view text, std::u32string_view form, std::size_t from = 0) {
    constexpr std::size_t short_form = 3, longest_ending = 8;
    for (std::size_t at = text.find(form, from); at != std::u32string_view::npos;
         at = text.find(form, at + 1)) {
        if (!begins_word(text, at)) continue;
        const std::size_t ending = rest_of_word(text, at + form.size());
        if (ending <= (form.size() <= short_form ? 1 : longest_ending)) return at;
    }
    return std::u32string_view::npos;
}

/// Returns the word without plural and verb endings; all its forms begin with the stem.
std::u32string stem(std::u32string word) {
    const auto ends = [&](std::u32string_view ending, std::size_t least) {
        return word.size() >= least &&
               std::u32string_view(word).substr(word.size() - ending.size()) == ending;
    };
    if (ends(U"ies", 5) || ends(U"ing", 6)) return word.substr(0, word.size() - 3);
    if (ends(U"ed", 5)) return word.substr(0, word.size() - 2);
    if (ends(U"s", 4) && !ends(U"ss", 4) && !ends(U"us", 4)) word.pop_back();
    return word;
}

struct Phrase {
    std::u32string text;
    std::size_t topic = 0;
};

/// Returns the phrases of all topics, longest first.
std::vector<Phrase> read_topics() {
    std::vector<Phrase> phrases;
    const auto topics = topic_synonyms();
    for (std::size_t topic = 0; topic < topics.size(); ++topic)
        for (const std::string& phrase : phrases_of(topics[topic])) phrases.push_back({plain(phrase), topic});
    std::stable_sort(phrases.begin(), phrases.end(),
                     [](const Phrase& a, const Phrase& b) { return a.text.size() > b.text.size(); });
    return phrases;
}

const std::vector<Phrase>& topic_phrases() {
    static const std::vector<Phrase> phrases = read_topics();  // read at the first search
    return phrases;
}

struct Asking {
    std::set<std::u32string> words;       // of letters
    std::vector<std::u32string> phrases;  // Chinese, longest first
};

const Asking& asking_words() {
    static const Asking all = [] {
        Asking read;
        for (const std::string& phrase : phrases_of(words_of_questions())) {
            std::u32string word = plain(phrase);
            if (!word.empty() && is_chinese(word.front()))
                read.phrases.push_back(std::move(word));
            else
                read.words.insert(std::move(word));
        }
        std::stable_sort(read.phrases.begin(), read.phrases.end(),
                         [](const auto& a, const auto& b) { return a.size() > b.size(); });
        return read;
    }();
    return all;
}

void blank(std::u32string& text, std::size_t at, std::size_t size) { text.replace(at, size, size, U' '); }

/// Removes the phrases of topics from the text and adds them to `translate`.
void take_topics(std::u32string& text, std::vector<QueryWord>& words) {
    for (const Phrase& phrase : topic_phrases()) {
        const std::u32string form = stem(phrase.text);
        const std::size_t at = find_form(text, form);
        if (at == std::u32string::npos) continue;
        QueryWord word{{form}, weight_of_topic};
        for (const Phrase& other : topic_phrases())
            if (other.topic == phrase.topic && other.text != phrase.text)
                word.forms.push_back(stem(other.text));
        words.push_back(std::move(word));
        blank(text, at, form.size() + rest_of_word(text, at + form.size()));
    }
}

void take_run(const std::u32string& run, std::vector<QueryWord>& words) {
    if (!is_chinese(run.front())) {
        if (!asking_words().words.contains(run)) words.push_back({{stem(run)}, 1});
        return;
    }
    if (run.size() == 1) words.push_back({{run}, 1});
    for (std::size_t n = 0; n + 1 < run.size(); ++n) words.push_back({{run.substr(n, 2)}, 1});
}

}  // namespace

std::vector<QueryWord> query_words(std::string_view typed) {
    std::u32string text = plain(typed);
    std::vector<QueryWord> words;
    take_topics(text, words);
    for (const std::u32string& phrase : asking_words().phrases)
        for (std::size_t at = text.find(phrase); at != std::u32string::npos; at = text.find(phrase, at))
            blank(text, at, phrase.size());
    std::u32string run;
    text += U' ';
    for (const char32_t c : text) {
        const bool goes_on = !run.empty() && c != U' ' && is_chinese(c) == is_chinese(run.front());
        if (!goes_on && !run.empty()) take_run(std::exchange(run, {}), words);
        if (c != U' ') run += c;
    }
    return words;
}

void WordIndex::add(std::string_view title, std::string_view body) {
    texts_.push_back({plain(title), plain(body)});
    known_.clear();
}

const WordIndex::Hits& WordIndex::hits_of(const std::u32string& form) const {
    if (known_.size() > max_forms_known) known_.clear();
    const auto [found, is_new] = known_.try_emplace(form);
    if (!is_new) return found->second;
    for (const IndexedText& text : texts_) {
        const double share = static_cast<double>(form.size()) /
                             static_cast<double>(std::max<std::size_t>(1, text.title.size()));
        const bool in_title = find_form(text.title, form) != std::u32string::npos;
        const bool in_body = !in_title && find_form(text.body, form) != std::u32string::npos;
        // A word has more weight in a short title than in a long one.
        found->second.push_back(in_title  ? of_title + (of_whole_title - of_title) * std::min(1.0, 2 * share)
                                : in_body ? of_body
                                          : 0);
    }
    return found->second;
}

std::vector<double> WordIndex::find(const std::vector<QueryWord>& words) const {
    std::vector<double> covered(texts_.size(), 0);
    double all = 0;
    for (const QueryWord& word : words) {
        Hits best(texts_.size(), 0);
        for (std::size_t n = 0; n < word.forms.size(); ++n) {
            const Hits& hits = hits_of(word.forms[n]);
            for (std::size_t text = 0; text < best.size(); ++text)
                best[text] = std::max(best[text], hits[text] * (n == 0 ? 1 : of_synonym));
        }
        const auto having =
            static_cast<double>(std::count_if(best.begin(), best.end(), [](double hit) { return hit > 0; }));
        const double weight =
            word.weight * (having == 0 ? 1 : std::log(1 + static_cast<double>(texts_.size()) / having));
        all += weight;
        for (std::size_t text = 0; text < best.size(); ++text) covered[text] += weight * best[text];
    }
    for (double& share : covered) share = all > 0 && share / all >= min_coverage ? share / all : 0;
    return covered;
}

}  // namespace poslab
