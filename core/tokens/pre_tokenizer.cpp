#include "core/tokens/pre_tokenizer.hpp"

#include "core/tokens/json_pattern.hpp"
#include "core/tokens/split.hpp"

namespace poslab {
namespace {

using Step = std::function<void(Pieces&, const Job&)>;

/// The expression of GPT-2, which ByteLevel has built in.
constexpr const char* gpt2_expression =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

Step splitting(Pattern pattern, Separator separator, bool invert = false) {
    return [pattern = std::move(pattern), separator, invert](Pieces& pieces, const Job& job) {
        split(pieces, pattern, separator, invert, job);
    };
}

/// Prepends `before` to all pieces, or to the first one only, unless they already begin with it.
Step prepending(std::string before, bool first_alone) {
    return [before = std::move(before), first_alone](Pieces& pieces, const Job& job) {
        Pieces out;
        out.begins_text = pieces.begins_text;
        out.text.reserve(pieces.text.size() + before.size());
        for (const TextRange& range : pieces.ranges) {
            job.check();
            const std::string_view piece = pieces.at(range);
            const bool requested = !first_alone || (pieces.begins_text && out.ranges.empty());
            const std::size_t begin = out.text.size();
            if (requested && !piece.starts_with(before)) out.text += before;
            out.text += piece;
            out.ranges.push_back({begin, out.text.size()});
        }
        pieces = std::move(out);
    };
}

/// Replaces every occurrence of a text within each piece.
Step replacing(const std::string& text, std::string by) {
    return [pattern = Pattern::of_text(text), by = std::move(by)](Pieces& pieces, const Job& job) {
        Pieces out;
        out.begins_text = pieces.begins_text;
        PatternSearch search(pattern);
        std::vector<TextRange> matches;
        for (const TextRange& range : pieces.ranges) {
            const std::string_view piece = pieces.at(range);
            const std::size_t begin = out.text.size();
            std::size_t at = 0;
            search.find_all(piece, matches, job);
            for (const TextRange& match : matches) {
                job.check();
                (out.text += piece.substr(at, match.begin - at)) += by;
                at = match.end;
            }
            out.text += piece.substr(at);
            out.ranges.push_back({begin, out.text.size()});
        }
        pieces = std::move(out);
    };
}

Separator separator_of(const JsonPart& part) {
    const std::string& name = part.text();
    if (name == "Isolated") return Separator::isolated;
    if (name == "Removed") return Separator::removed;
    if (name == "MergedWithPrevious") return Separator::with_previous;
    if (name == "MergedWithNext") return Separator::with_next;
    if (name == "Contiguous") return Separator::contiguous;
    part.refuse_unknown();
}

/// Returns when a space is prepended; files from before 2024 use add_prefix_space.
std::string prepend_scheme(const JsonPart& part) {
    std::string scheme =
        part.text("prepend_scheme", part.flag("add_prefix_space", true) ? "always" : "never");
    if (scheme != "always" && scheme != "first" && scheme != "never")
        part.at("prepend_scheme").refuse_unknown();
    return scheme;
}

void add_metaspace(const JsonPart& part, std::vector<Step>& steps) {
    const JsonPart replacement = part.at("replacement");
    const std::string& sign = replacement.text();
    if (sign.empty()) replacement.refuse("a non-empty text"_tr);
    steps.push_back(replacing(" ", sign));
    const std::string scheme = prepend_scheme(part);
    if (scheme != "never") steps.push_back(prepending(sign, scheme == "first"));
    if (part.flag("split", true)) steps.push_back(splitting(Pattern::of_text(sign), Separator::with_next));
}

}  // namespace

PreTokenizer::PreTokenizer(const JsonPart& part, const Job& job) { add(part, job); }

Pieces PreTokenizer::operator()(std::string text, bool begins_text, const Job& job) const {
    Pieces pieces{std::move(text), {}, begins_text};
    if (!pieces.text.empty()) pieces.ranges.push_back({0, pieces.text.size()});
    for (const Step& step : steps_) {
        job.check();
        step(pieces, job);
    }
    return pieces;
}

void PreTokenizer::add(const JsonPart& part, const Job& job) {
    job.check();
    const std::string type = part.type();
    // After ByteLevel the letters of a text are different.
    if (byte_level_) part.at("type").refuse_unknown("no step may follow ByteLevel"_tr);
    if (type == "Sequence") {
        for (const JsonPart& item : part.at("pretokenizers").items()) add(item, job);
    } else if (type == "Split") {
        steps_.push_back(splitting(pattern_of(part.at("pattern")), separator_of(part.at("behavior")),
                                   part.flag("invert", false)));
    } else if (type == "Digits") {
        const bool each = part.flag("individual_digits", false);
        steps_.push_back(
            splitting(Pattern::of_expression("\\p{N}"), each ? Separator::isolated : Separator::contiguous));
    } else if (type == "Metaspace") {
        add_metaspace(part, steps_);
    } else if (type == "ByteLevel") {
        byte_level_ = true;
        if (part.flag("add_prefix_space", true)) steps_.push_back(prepending(" ", false));
        if (part.flag("use_regex", true))
            steps_.push_back(splitting(Pattern::of_expression(gpt2_expression), Separator::isolated));
    } else {
        part.at("type").refuse_unknown();
    }
}

}  // namespace poslab
