#include "core/tokens/pattern.hpp"

#include "core/base/errors.hpp"
#include "core/base/utf8_parts.hpp"
#include "core/files/printable_text.hpp"

#include <pcre2.h>

#include <array>
#include <new>

namespace poslab {
namespace {

template <auto release>
struct Release {
    template <class Object>
    void operator()(Object* object) const {
        release(object);
    }
};

using Code = std::unique_ptr<pcre2_code, Release<pcre2_code_free>>;
using CompileContext = std::unique_ptr<pcre2_compile_context, Release<pcre2_compile_context_free>>;
using MatchContext = std::unique_ptr<pcre2_match_context, Release<pcre2_match_context_free>>;
using MatchData = std::unique_ptr<pcre2_match_data, Release<pcre2_match_data_free>>;
using JitStack = std::unique_ptr<pcre2_jit_stack, Release<pcre2_jit_stack_free>>;

constexpr std::size_t min_stack_bytes = std::size_t{1} << 15U;
constexpr std::size_t max_stack_bytes = std::size_t{1} << 23U;
constexpr std::size_t matches_between_looks = 4096;

template <class Pointer>
Pointer made(Pointer object) {
    if (!object) throw std::bad_alloc();
    return object;
}

std::string message_of(int error) {
    std::array<PCRE2_UCHAR, 256> text{};
    pcre2_get_error_message(error, text.data(), text.size());
    return reinterpret_cast<const char*>(text.data());
}

PCRE2_SPTR bytes_of_text(std::string_view text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

/// Returns the end of the character at `index`.
std::size_t after_character(std::string_view text, std::size_t index) {
    do ++index;
    while (index < text.size() && continues_character(text[index]));
    return index;
}

}  // namespace

struct Pattern::Compiled {
    std::string shown;
    Code code;
};

Pattern Pattern::compiled(const std::string& shown, const std::string& expression, unsigned options) {
    const auto context = made(CompileContext(pcre2_compile_context_create(nullptr)));
    pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
    int error = 0;
    std::size_t index = 0;
    Code code(pcre2_compile(bytes_of_text(expression), expression.size(), PCRE2_UTF | options, &error, &index,
                            context.get()));
    if (!code) {
        const std::string why = message_of(error);
        throw UnsupportedPattern{verbatim(why)};
    }
    pcre2_jit_compile(code.get(), PCRE2_JIT_COMPLETE);  // interpreted if this fails
    return Pattern(std::make_shared<const Compiled>(Compiled{printable_text(shown), std::move(code)}));
}

Pattern Pattern::of_expression(const std::string& expression) {
    // In Oniguruma ^ and $ match at line ends.
    return compiled(expression, expression_for_pcre(expression),
                    PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C);
}

Pattern Pattern::of_text(const std::string& text) { return compiled(text, text, PCRE2_LITERAL); }

struct PatternSearch::Memory {
    MatchData data = made(MatchData(pcre2_match_data_create(1, nullptr)));
    MatchContext context = made(MatchContext(pcre2_match_context_create(nullptr)));
    JitStack stack = made(JitStack(pcre2_jit_stack_create(min_stack_bytes, max_stack_bytes, nullptr)));
};

PatternSearch::PatternSearch(const Pattern& pattern)
    : compiled_(pattern.compiled_), memory_(std::make_unique<Memory>()) {
    pcre2_jit_stack_assign(memory_->context.get(), nullptr, memory_->stack.get());
}

PatternSearch::~PatternSearch() = default;

void PatternSearch::find_all(std::string_view text, std::vector<TextRange>& found, const Job& job) {
    found.clear();
    const std::size_t* const ends = pcre2_get_ovector_pointer(memory_->data.get());
    for (std::size_t at = 0; at <= text.size();) {
        if (found.size() % matches_between_looks == 0) job.check();
        const int count = pcre2_match(compiled_->code.get(), bytes_of_text(text), text.size(), at,
                                      PCRE2_NO_UTF_CHECK, memory_->data.get(), memory_->context.get());
        if (count == PCRE2_ERROR_NOMATCH) return;
        if (count < 0) {
            const std::string why = message_of(count);
            throw InputError(tr("the tokenizer's expression '{}' fails at byte {} of the text: {}",
                                compiled_->shown, at + 1, why));
        }
        const TextRange match{ends[0], ends[1]};
        // \K in a lookaround may reverse the ends.
        if (match.begin > match.end || match.begin < (found.empty() ? 0 : found.back().end)) return;
        found.push_back(match);
        at = match.end > match.begin ? match.end : after_character(text, match.end);
    }
}

}  // namespace poslab
