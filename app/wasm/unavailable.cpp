// Functions that need files, or a library that WebAssembly lacks: each refuses with one sentence. A page
// opens no files, so only those of the built-in language models are ever called.

#include "core/base/errors.hpp"
#include "core/blas/open_blas.hpp"
#include "core/decoder/embedded_models.hpp"
#include "core/files/byte_source.hpp"
#include "core/files/signal_reader.hpp"
#include "core/tokens/normalizer.hpp"
#include "core/tokens/pattern.hpp"
#include "core/tokens/sentencepiece_tokenizer.hpp"

namespace poslab {

namespace {
[[noreturn]] void refuse_files() { throw InputError("a page opens no files"_tr); }
[[noreturn]] void refuse_models() {
    throw UsageError("pages do not contain the built-in language models; use the program"_tr);
}
}  // namespace

const OpenBlas& OpenBlas::loaded() { refuse_models(); }
void OpenBlas::multiply(const Product& /*product*/) const { refuse_models(); }
void OpenBlas::product(std::int64_t /*rows*/, std::int64_t /*columns*/, std::int64_t /*dim*/,
                       const float* /*a*/, const float* /*b*/, float* /*out*/) const {
    refuse_models();
}
void OpenBlas::multiply_lower(std::int64_t /*size*/, const double* /*matrix*/, double* /*x*/) const {
    refuse_models();
}
void OpenBlas::solve_lower(std::int64_t /*size*/, const double* /*matrix*/, double* /*x*/) const {
    refuse_models();
}

std::string_view embedded_english_config() { refuse_models(); }
std::string_view embedded_english_weights() { refuse_models(); }
std::string_view embedded_english_text() { refuse_models(); }
std::string_view embedded_english_training() { refuse_models(); }
std::string_view embedded_genesis() { refuse_models(); }
std::string_view embedded_chinese_config() { refuse_models(); }
std::string_view embedded_chinese_weights() { refuse_models(); }
std::string_view embedded_chinese_text() { refuse_models(); }
std::string_view embedded_chinese_training() { refuse_models(); }
std::string_view embedded_recall_config() { refuse_models(); }
std::string_view embedded_recall_weights() { refuse_models(); }
std::string_view embedded_recall_training() { refuse_models(); }

std::unique_ptr<ByteSource> stored_bytes(const OpenFile& /*file*/, std::uint64_t /*begin*/,
                                         std::uint64_t /*bytes*/) {
    refuse_files();
}
std::unique_ptr<ByteSource> inflated_bytes(const OpenFile& /*file*/, const PackedBytes& /*packed*/,
                                           std::string /*location*/, const Job& /*job*/) {
    refuse_files();
}
std::unique_ptr<SignalReader> open_audio_signal(OpenFile /*file*/) { refuse_files(); }

std::unique_ptr<const Tokenizer> read_sentencepiece_tokenizer(const std::string& /*path*/) { refuse_files(); }
Normalizer::Normalizer(const JsonPart& /*part*/) { refuse_files(); }
std::string Normalizer::operator()(std::string_view /*utf8*/, const Job& /*job*/) const { refuse_files(); }

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
