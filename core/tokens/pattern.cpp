#include "core/tokens/pattern.hpp"

#include "core/base/errors.hpp"
#include "core/base/memory_ledger.hpp"
#include "core/base/utf8_parts.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/tokens/text_search.hpp"

#include <pcre2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

namespace poslab {
namespace {

template <auto release>
struct Release {
    template <class Object>
    void operator()(Object* object) const {
        release(object);
    }
};

using GeneralContext = std::unique_ptr<pcre2_general_context, Release<pcre2_general_context_free>>;
using Code = std::unique_ptr<pcre2_code, Release<pcre2_code_free>>;
using CompileContext = std::unique_ptr<pcre2_compile_context, Release<pcre2_compile_context_free>>;
using MatchContext = std::unique_ptr<pcre2_match_context, Release<pcre2_match_context_free>>;
using MatchData = std::unique_ptr<pcre2_match_data, Release<pcre2_match_data_free>>;
using JitStack = std::unique_ptr<pcre2_jit_stack, Release<pcre2_jit_stack_free>>;

constexpr std::size_t min_stack_bytes = std::size_t{1} << 15U;
constexpr std::size_t max_stack_bytes = std::size_t{1} << 23U;
/// The interpreter's memory for a match, in KiB; compiled code has the stack instead.
constexpr std::uint32_t max_heap = std::uint32_t{1} << 18U;
/// Longer expressions are refused. Compiled ones have at most 64 KiB.
constexpr std::size_t max_expression_bytes = std::size_t{1} << 20U;
/// The steps of a match that PCRE2 takes without a look at the job. Each may read the rest of the text; the
/// matches of published tokenizers take less than eight.
constexpr std::uint32_t max_quick_steps = 32;
/// The product of the bytes that one quick search may begin at and the bytes that each may read.
constexpr std::size_t max_quick_bytes = std::size_t{1} << 26U;
constexpr std::size_t min_quick_begins = 16, max_quick_begins = 4096;

/// The exception of PCRE2's last allocation; none may pass through C.
thread_local std::exception_ptr failed_allocation;

void* allocate(std::size_t bytes, void* /*data*/) noexcept {
    try {
        return ::operator new(bytes);
    } catch (...) {
        failed_allocation = std::current_exception();
        return nullptr;
    }
}

void deallocate(void* memory, void* /*data*/) noexcept { ::operator delete(memory); }

[[noreturn]] void throw_failed_allocation() {
    if (failed_allocation) std::rethrow_exception(std::exchange(failed_allocation, nullptr));
    throw std::bad_alloc();
}

template <class Pointer>
Pointer made(Pointer object) {
    if (!object) throw_failed_allocation();
    return object;
}

/// Returns a context whose allocations the program's operator new enters in the ledger of memory.
GeneralContext ledger_context() {
    return made(GeneralContext(pcre2_general_context_create(allocate, deallocate, nullptr)));
}

/// Compiles for the processor, if possible. Returns the code's entry, because PCRE2 maps its pages itself.
LedgerEntry compile_for_processor(pcre2_code* code) {
    pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);  // interpreted if this fails
    if (failed_allocation) throw_failed_allocation();
    std::size_t bytes = 0;
    pcre2_pattern_info(code, PCRE2_INFO_JITSIZE, &bytes);
    return LedgerEntry(bytes);
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

/// The code of an expression.
struct Program {
    Code code;
    LedgerEntry processor_code;
};

/// Throws UnsupportedPattern.
Program program_of(const std::string& expression, unsigned options) {
    const GeneralContext memory = ledger_context();
    const auto context = made(CompileContext(pcre2_compile_context_create(memory.get())));
    pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
    int error = 0;
    std::size_t index = 0;
    Code code(
        pcre2_compile(bytes_of_text(expression), expression.size(), options, &error, &index, context.get()));
    if (!code) {
        if (failed_allocation) throw_failed_allocation();
        const std::string why = message_of(error);
        throw Pattern::UnsupportedPattern{verbatim(why)};
    }
    LedgerEntry processor_code = compile_for_processor(code.get());
    return {std::move(code), std::move(processor_code)};
}

/// True if PCRE2 knows a script of this name; false if it is older than 10.40, and then matches only its own
/// characters by the plain name.
bool is_script(const std::string& name) {
    const std::string expression = "\\p{sc:" + name + "}";
    int error = 0;
    std::size_t index = 0;
    const Code code(
        pcre2_compile(bytes_of_text(expression), expression.size(), PCRE2_UTF, &error, &index, nullptr));
    if (!code && error == PCRE2_ERROR_HEAP_FAILED) throw_failed_allocation();
    return code != nullptr;
}

/// PCRE2 calls this before each item of an expression.
int stop_if_requested(pcre2_callout_block* /*block*/, void* job) noexcept {
    return (*static_cast<const Job* const*>(job))->stopped() ? PCRE2_ERROR_CALLOUT : 0;
}

}  // namespace

/// A text, or an expression, which has two programs: one that is quick, and one that calls
/// stop_if_requested().
struct Pattern::Compiled {
    explicit Compiled(const std::string& searched) : shown(printable_text(searched)), text(searched) {}
    Compiled(const std::string& written, std::string translated, std::string named_in)
        : shown(printable_text(written)),
          file(std::move(named_in)),
          expression(std::move(translated)),
          // A search in parts changes the meaning of \G, the position where a search begins.
          in_parts(expression.find("\\G") == std::string::npos),
          quick(program_of(expression, options | PCRE2_USE_OFFSET_LIMIT)) {}

    /// Compiles it when it is first needed. Thread-safe.
    const pcre2_code* stoppable_code() const {
        const std::scoped_lock lock(mutex);
        if (!stoppable.code) stoppable = program_of(expression, options | PCRE2_AUTO_CALLOUT);
        return stoppable.code.get();
    }

    // In Oniguruma ^ and $ match at line ends.
    static constexpr unsigned options = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C;

    std::string shown, file;
    std::optional<TextSearch> text;
    std::string expression;
    bool in_parts = true;
    Program quick;

  private:
    mutable std::mutex mutex;
    mutable Program stoppable;
};

Pattern Pattern::of_expression(const std::string& expression, const std::string& file) {
    if (expression.size() > max_expression_bytes) {
        const std::string why = message_of(PCRE2_ERROR_PATTERN_STRING_TOO_LONG);
        throw UnsupportedPattern{verbatim(why)};
    }
    return Pattern(
        std::make_shared<const Compiled>(expression, expression_for_pcre(expression, is_script), file));
}

Pattern Pattern::of_text(const std::string& text) { return Pattern(std::make_shared<const Compiled>(text)); }

struct PatternSearch::Memory {
    Memory() {
        for (pcre2_match_context* const context : {quick.get(), stoppable.get()}) {
            pcre2_set_heap_limit(context, max_heap);
            pcre2_jit_stack_assign(context, nullptr, stack.get());
        }
        pcre2_set_match_limit(quick.get(), max_quick_steps);
    }

    GeneralContext general = ledger_context();
    MatchData data = made(MatchData(pcre2_match_data_create(1, general.get())));
    MatchContext quick = made(MatchContext(pcre2_match_context_create(general.get())));
    MatchContext stoppable = made(MatchContext(pcre2_match_context_create(general.get())));
    LedgerEntry stack_pages{max_stack_bytes};  // PCRE2 maps them itself
    JitStack stack = made(JitStack(pcre2_jit_stack_create(min_stack_bytes, max_stack_bytes, general.get())));
};

PatternSearch::PatternSearch(const Pattern& pattern) : compiled_(pattern.compiled_) {
    if (!compiled_->text) memory_ = std::make_unique<Memory>();
}

PatternSearch::~PatternSearch() = default;

void PatternSearch::find_all(std::string_view text, std::vector<TextRange>& found, const Job& job) {
    found.clear();
    if (compiled_->text) {
        const std::size_t size = compiled_->text->size();
        for (std::size_t at = 0; (at = compiled_->text->find(text, at, job)) != std::string_view::npos;
             at += size)
            found.push_back({at, at + size});
        return;
    }
    const std::size_t* const ends = pcre2_get_ovector_pointer(memory_->data.get());
    for (std::size_t at = 0; at <= text.size() && find(text, at, job);) {
        const TextRange match{ends[0], ends[1]};
        // \K in a lookaround may reverse the ends.
        if (match.begin > match.end || match.begin < (found.empty() ? 0 : found.back().end)) return;
        const bool empty = match.begin == match.end;
        // Rust's bindings of Oniguruma skip an empty match at the end of the last one.
        if (!empty || found.empty() || found.back().end != match.end) found.push_back(match);
        at = empty ? after_character(text, match.end) : match.end;
    }
}

bool PatternSearch::find(std::string_view text, std::size_t at, const Job& job) {
    int count = compiled_->in_parts ? find_quickly(text, at, job) : PCRE2_ERROR_MATCHLIMIT;
    if (count == PCRE2_ERROR_MATCHLIMIT) count = find_stoppably(text, at, job);
    if (count == PCRE2_ERROR_NOMATCH) return false;
    if (count == PCRE2_ERROR_NOMEMORY) throw_failed_allocation();
    if (count < 0) {
        const std::string why = message_of(count);
        const Message failure = tr("the tokenizer's expression '{}' fails at byte {} of the text: {}",
                                   compiled_->shown, at + 1, why);
        if (!compiled_->file.empty()) refuse_file(compiled_->file, failure);
        throw InputError(failure);
    }
    return true;
}

/// Searches in parts of the text. Returns PCRE2's result; `at` is where its last search began.
int PatternSearch::find_quickly(std::string_view text, std::size_t& at, const Job& job) {
    while (true) {
        job.check();
        const std::size_t left = text.size() - at;
        const std::size_t last =
            at + std::clamp(max_quick_bytes / (left + 1), min_quick_begins, max_quick_begins);
        pcre2_set_offset_limit(memory_->quick.get(), last);
        const int count = pcre2_match(compiled_->quick.code.get(), bytes_of_text(text), text.size(), at,
                                      PCRE2_NO_UTF_CHECK, memory_->data.get(), memory_->quick.get());
        if (count != PCRE2_ERROR_NOMATCH || last >= text.size()) return count;
        at = after_character(text, last);
    }
}

int PatternSearch::find_stoppably(std::string_view text, std::size_t at, const Job& job) {
    const Job* watched = &job;
    pcre2_set_callout(memory_->stoppable.get(), stop_if_requested, &watched);
    const int count = pcre2_match(compiled_->stoppable_code(), bytes_of_text(text), text.size(), at,
                                  PCRE2_NO_UTF_CHECK, memory_->data.get(), memory_->stoppable.get());
    if (count == PCRE2_ERROR_CALLOUT) throw Cancelled{};
    return count;
}

}  // namespace poslab
