#include "app/cli/sweep_omissions.hpp"

#include <algorithm>
#include <iterator>

namespace poslab {

void SweepOmissions::add(const Message& omission) {
    const auto known = std::find_if(counts_.begin(), counts_.end(),
                                    [&](const Count& count) { return count.sentence == omission; });
    if (known != counts_.end())
        ++known->pictures;
    else
        counts_.push_back({omission});
}

std::int64_t SweepOmissions::further() const {
    return std::max<std::int64_t>(0, std::ssize(counts_) - std::int64_t{max_sentences});
}

template <class One, class More>
std::vector<Message> SweepOmissions::sentences(const One& one, const More& more) const {
    std::vector<Message> all;
    for (std::size_t n = 0; n < std::min(counts_.size(), max_sentences); ++n) all.push_back(one(counts_[n]));
    if (further() > 0) all.push_back(more(further()));
    return all;
}

std::vector<Message> SweepOmissions::of_frames(std::int64_t frames) const {
    return sentences(
        [&](const Count& count) {
            return tr("in {} of {} frames: {}", count.pictures, frames, count.sentence);
        },
        [](std::int64_t n) {
            return tr_plural("{} further omission in frames", "{} further omissions in frames", n);
        });
}

std::vector<Message> SweepOmissions::of_figures(std::int64_t figures) const {
    return sentences(
        [&](const Count& count) {
            return tr("in {} of {} figures: {}", count.pictures, figures, count.sentence);
        },
        [](std::int64_t n) {
            return tr_plural("{} further omission in figures", "{} further omissions in figures", n);
        });
}

}  // namespace poslab
