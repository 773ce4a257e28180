#include "core/base/errors.hpp"
#include "core/views/extrapolation/extrapolation.hpp"
#include "core/views/model_indices.hpp"
#include "core/views/model_text.hpp"

namespace poslab::extrapolation {
namespace {

/// Cuts consecutive pieces of equal length from `start` on, as many as requested or available.
void cut(const ModelText& input, const Params& params, OpenedModel& opened) {
    const std::vector<std::int32_t>& all = input.tokens;
    opened.begins = input.begin ? 1 : 0;
    const auto count = static_cast<std::int64_t>(all.size());
    if (count < 2) {
        const std::string& tokens = params.source.tokens.path;
        const std::string& text = tokens.empty() ? params.source.text.path : tokens;
        throw InputError(tr("{}: has one token; a prediction needs two", text));
    }
    const std::int64_t start = params.source.start,
                       length = tokens_from(input, start, params.lengths.length, 2, opened.warnings);
    const std::int64_t pieces = std::min(params.extrapolation.pieces, (count - start) / length);
    if (pieces < params.extrapolation.pieces)
        opened.warnings.push_back(tr_plural("The text has {} piece of {} tokens; {} were requested.",
                                            "The text has {} pieces of {} tokens; {} were requested.", pieces,
                                            length, params.extrapolation.pieces));
    for (std::int64_t piece = 0; piece < pieces; ++piece) {
        const auto first = all.begin() + start + piece * length;
        std::vector<std::int32_t>& cut = opened.pieces_of_text.emplace_back();
        if (input.begin) cut.push_back(*input.begin);
        cut.insert(cut.end(), first, first + length);
    }
}

/// Warns about properties of the model's own scheme that affect comparisons.
void add_notes(const TrainedAttention& trained, std::vector<Message>& warnings) {
    if (!trained.rotates)
        warnings.push_back("The model was trained without RoPE: its own scheme cannot be replaced."_tr);
    if (trained.full_last)
        warnings.push_back(
            "The model was trained with HFWA: its last layer has log n and no RoPE under every scheme."_tr);
}

}  // namespace

Predicted KnownPredictions::find(const std::string& scheme) const {
    const std::lock_guard lock(mutex_);
    const auto known = known_.find(scheme);
    return known == known_.end() ? nullptr : known->second;
}

void KnownPredictions::keep(const std::string& scheme, Predicted predicted) const {
    const std::lock_guard lock(mutex_);
    const std::size_t numbers = predicted->losses.size() + predicted->right.size();
    if (numbers_ + numbers > max_numbers) {
        known_.clear();
        numbers_ = 0;
    }
    numbers_ += numbers;
    known_[scheme] = std::move(predicted);
}

Predicted KnownPredictions::last(std::string_view compared) const {
    const std::lock_guard lock(mutex_);
    const auto known = last_.find(compared);
    return known == last_.end() ? nullptr : known->second;
}

void KnownPredictions::keep_last(std::string_view compared, Predicted predicted) const {
    const std::lock_guard lock(mutex_);
    last_.insert_or_assign(std::string(compared), std::move(predicted));
}

Prepared prepare(const Params& params, const Engine& engine, const Job& job, const Prepared* retained) {
    std::vector<std::optional<FileIdentity>> files = files_of(params.source);
    if (retained != nullptr && retained->model != nullptr) {
        const OpenedModel& before = *retained->model;
        if (before.source == params.source && before.length == params.lengths.length &&
            before.pieces == params.extrapolation.pieces && before.engine == engine.name() &&
            before.files == files)
            return *retained;
    }
    auto opened = std::make_shared<OpenedModel>();
    opened->source = params.source;
    opened->length = params.lengths.length;
    opened->pieces = params.extrapolation.pieces;
    opened->engine = engine.name();
    opened->files = std::move(files);
    job.check();
    const std::string folder = model_folder(params.source.model.path);
    const BuiltInModel* built_in = params.source.built_in_model();
    opened->decoder =
        std::make_shared<const Decoder>(built_in != nullptr ? DecoderFiles(*built_in) : DecoderFiles(folder));
    opened->warnings = opened->decoder->shape().warnings;
    add_notes(opened->decoder->shape().trained, opened->warnings);
    const ModelText input = read_model_text(params.source, opened->decoder->shape().vocabulary, job);
    opened->tokenizer = input.tokenizer;
    opened->warnings.insert(opened->warnings.end(), input.warnings.begin(), input.warnings.end());
    cut(input, params, *opened);
    opened->all_tokens = input.tokens;
    return {opened};
}

}  // namespace poslab::extrapolation
