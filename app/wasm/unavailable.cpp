// Functions that need files, or a library that WebAssembly lacks. A page opens no files, so they refuse with
// one sentence, except for what the built-in language models use.

#include "core/base/errors.hpp"
#include "core/files/byte_source.hpp"
#include "core/files/signal_reader.hpp"
#include "core/tokens/normalizer.hpp"
#include "core/tokens/pattern.hpp"
#include "core/tokens/sentencepiece_tokenizer.hpp"

namespace poslab {

namespace {
[[noreturn]] void refuse_files() { throw InputError("a page opens no files"_tr); }
}  // namespace

void check_stored(const OpenFile& /*file*/, const PackedBytes& /*packed*/, const std::string& /*location*/,
                  const Job& /*job*/) {
    refuse_files();
}
std::unique_ptr<ByteSource> inflated_bytes(const OpenFile& /*file*/, const PackedBytes& /*packed*/,
                                           std::string /*location*/, const Job& /*job*/) {
    refuse_files();
}
std::unique_ptr<SignalReader> open_audio_signal(OpenFile /*file*/) { refuse_files(); }

std::unique_ptr<const Tokenizer> read_sentencepiece_tokenizer(const std::string& /*path*/,
                                                              const Job& /*job*/) {
    refuse_files();
}
Normalizer::Normalizer(const JsonPart& /*part*/, const Job& /*job*/) { refuse_files(); }
// The built-in models have none.
std::string Normalizer::operator()(std::string_view utf8, const Job& /*job*/) const {
    return std::string(utf8);
}

struct PatternSearch::Memory {};
Pattern Pattern::of_expression(const std::string& /*expression*/) { refuse_files(); }
Pattern Pattern::of_text(const std::string& /*text*/) { refuse_files(); }
PatternSearch::PatternSearch(const Pattern& /*pattern*/) { refuse_files(); }
PatternSearch::~PatternSearch() = default;
void PatternSearch::find_all(std::string_view /*text*/, std::vector<TextRange>& /*found*/,
                             const Job& /*job*/) {
    refuse_files();
}

}  // namespace poslab
