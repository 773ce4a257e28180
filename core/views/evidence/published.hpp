#pragma once

// Published perplexities by context length (assets/reported/yarn.json), and the angles that each model has
// seen in training.

#include "core/encoding/scaling.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace poslab::evidence {

/// One stage of training: its length and frequencies.
struct Stage {
    RotarySpec rotary;          // train_length: that of the model before its frequencies were scaled
    double length = 0;          // tokens
    std::vector<double> theta;  // rad/token
};

struct PublishedModel {
    std::string name, published_as;
    std::vector<Stage> stages;       // in order; the last stage's frequencies are the model's own
    std::vector<double> perplexity;  // at the first lengths of its family

    /// Returns the share of the angles used at a length of `length` tokens that no stage covered, mean over
    /// the pairs; in [0, 1).
    [[nodiscard]] double unseen_at(double length) const;
    /// Returns the longest context, in whole tokens, whose angles are all covered by a stage; infinite if all
    /// pairs complete a turn.
    [[nodiscard]] double covered_length() const;
    /// Returns the command that shows the turns of its pairs.
    [[nodiscard]] std::string opens() const;
};

struct PublishedFamily {
    std::string id, file;
    std::vector<double> lengths;  // tokens, increasing
    std::vector<PublishedModel> models;
};

/// The length of the lowest perplexity, and the first later length at which it is `rise` per cent higher
/// (NaN: none).
struct Turn {
    double min_at = std::numeric_limits<double>::quiet_NaN(),
           up_at = std::numeric_limits<double>::quiet_NaN();
};
[[nodiscard]] Turn turn_of(const PublishedFamily& family, const PublishedModel& model, double rise);
/// True if perplexity rises where uncovered angles begin: at most a quarter, or two published steps, beyond
/// that length. Also true if neither happens within the published lengths.
[[nodiscard]] bool agrees(const PublishedFamily& family, const PublishedModel& model, double rise);

struct PublishedPerplexities {
    std::string source, commit;
    std::vector<PublishedFamily> families;
};
[[nodiscard]] const PublishedPerplexities& published_perplexities();

}  // namespace poslab::evidence
