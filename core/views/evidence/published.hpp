#pragma once

// Published perplexities by context length (assets/reported/yarn.json), and which angles each model has met in training.

#include "core/encoding/scaling.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace poslab::evidence {

/// A model was trained at this length with these frequencies.
struct Stage {
    RotarySpec rotary;          // train_length: that of the model whose frequencies were scaled
    double length = 0;          // tokens
    std::vector<double> theta;  // rad/token
};

struct PublishedModel {
    std::string name, published_as;
    std::vector<Stage> stages;       // one after the other; the last one's frequencies are the model's own
    std::vector<double> perplexity;  // at the lengths of its family, as many as were published

    /// Of the angles that its pairs use at a length, the part that no stage has had: mean over the pairs. Tokens; in [0, 1).
    [[nodiscard]] double unseen_at(double length) const;
    /// The longest context, whole tokens, of which a stage has had every angle; infinite if all pairs turn whole turns.
    [[nodiscard]] double covered_length() const;
    /// The command that shows its pairs' turns.
    [[nodiscard]] std::string opens() const;
};

struct PublishedFamily {
    std::string id, file;
    std::vector<double> lengths;  // tokens, rising
    std::vector<PublishedModel> models;
};

/// Where the perplexity is least, and the first length beyond at which it is `rise` per cent above that; NaN: none.
struct Turn {
    double least_at = std::numeric_limits<double>::quiet_NaN(), up_at = std::numeric_limits<double>::quiet_NaN();
};
[[nodiscard]] Turn turn_of(const PublishedFamily& family, const PublishedModel& model, double rise);
/// Whether perplexity turns up where angles begin that no training covered: within a quarter beyond that length, or one published
/// step; neither within what was published is agreement, too.
[[nodiscard]] bool agrees(const PublishedFamily& family, const PublishedModel& model, double rise);

struct PublishedPerplexities {
    std::string source, commit;
    std::vector<PublishedFamily> families;
};
[[nodiscard]] const PublishedPerplexities& published_perplexities();

}  // namespace poslab::evidence
