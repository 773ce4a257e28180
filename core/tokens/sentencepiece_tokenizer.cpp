#include "core/tokens/sentencepiece_tokenizer.hpp"

#include "core/base/errors.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/strict_json.hpp"
#include "core/tokens/json_part.hpp"
#include "core/tokens/sentencepiece_safety.hpp"
#include "core/tokens/token_decoder.hpp"

#include <sentencepiece_processor.h>

#include <exception>
#include <filesystem>
#include <new>

namespace poslab {
namespace {

using Processor = sentencepiece::SentencePieceProcessor;

constexpr std::size_t max_model_bytes = std::size_t{1} << 26U;
constexpr std::size_t max_tokenizer_config_bytes = std::size_t{1} << 24U;
const std::string space_sign = "\u2581";

std::string bytes_of_piece(const Processor& processor, int id, const TextSearch& signs) {
    const std::string& piece = processor.IdToPiece(id);
    if (processor.IsControl(id) || processor.IsUnknown(id)) return piece;
    if (processor.IsByte(id))
        if (const auto byte = byte_of_name(piece)) return {*byte};
    return with_replaced(piece, signs, " ");
}

/// Loads a model. The library returns most errors, but throws those of its trie (a piece that begins with a
/// zero byte).
bool takes_model(Processor& processor, const std::string& bytes) {
    try {
        return processor.LoadFromSerializedProto(bytes).ok() && processor.GetPieceSize() > 0;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception&) {
        return false;
    }
}

/// The library does not report this, so a test text is encoded.
bool puts_space_before(const Processor& processor) {
    std::vector<std::string> pieces;
    return processor.Encode("a", &pieces).ok() && !pieces.empty() && pieces.front().starts_with(space_sign);
}

/// Sets the tokens around a text, which a tokenizer_config.json may switch off (BOS) or on (EOS).
void read_outer_tokens(const Processor& processor, const std::filesystem::path& folder, TokenTable& table) {
    bool begins = true, ends = false;
    const std::string path = folder / "tokenizer_config.json";
    if (file_exists(path)) {
        const auto json = parse_strict_json(read_whole_file(path, max_tokenizer_config_bytes), path);
        begins = JsonPart(json, path).flag("add_bos_token", begins);
        ends = JsonPart(json, path).flag("add_eos_token", ends);
    }
    if (begins && processor.bos_id() >= 0) table.begin_of_text = processor.bos_id();
    if (ends && processor.eos_id() >= 0) table.end_of_text = processor.eos_id();
}

class SentencepieceTokenizer : public Tokenizer {
  public:
    SentencepieceTokenizer(TokenTable table, std::unique_ptr<const Processor> processor)
        : Tokenizer(std::move(table)), processor_(std::move(processor)) {}

  private:
    [[nodiscard]] std::vector<std::int32_t> tokens_of(std::string_view utf8, const Job& job) const override {
        job.check();
        std::vector<int> ids;
        const auto status = processor_->Encode(utf8, &ids);
        if (!status.ok()) {
            const std::string why = printable_text(status.ToString());
            throw InputError(tr("SentencePiece cannot encode the text: {}", why));
        }
        job.check();
        return {ids.begin(), ids.end()};
    }

    std::unique_ptr<const Processor> processor_;
};

}  // namespace

std::unique_ptr<const Tokenizer> read_sentencepiece_tokenizer(const std::string& path, const Job& job) {
    const std::string bytes = read_beginning(path, max_model_bytes + 1);
    if (bytes.size() > max_model_bytes) {
        refuse_file(path, tr("has more than {} bytes, the limit for a tokenizer", max_model_bytes));
    }
    if (const auto refusal = refusal_of_sentencepiece(bytes, job)) refuse_file(path, *refusal);
    auto processor = std::make_unique<Processor>();
    if (!takes_model(*processor, bytes)) {
        refuse_file(path,
                    "is not a SentencePiece model; tokens can be given as numbers instead (--tokens)"_tr);
    }
    TokenTable table;
    const TextSearch signs(space_sign);
    for (int id = 0; id < processor->GetPieceSize(); ++id) {
        job.check();
        table.bytes.push_back(bytes_of_piece(*processor, id, signs));
    }
    table.leading_space = puts_space_before(*processor);
    read_outer_tokens(*processor, std::filesystem::path(path).parent_path(), table);
    return std::make_unique<SentencepieceTokenizer>(std::move(table), std::move(processor));
}

}  // namespace poslab
