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

std::vector<Message> SweepOmissions::of_frames(std::int64_t frames) const {
    std::vector<Message> all;
    for (std::size_t n = 0; n < std::min(counts_.size(), max_sentences); ++n)
        all.push_back(tr("in {} of {} frames: {}", counts_[n].pictures, frames, counts_[n].sentence));
    if (further() > 0)
        all.push_back(
            tr_plural("{} further omission in frames", "{} further omissions in frames", further()));
    return all;
}

std::vector<Message> SweepOmissions::of_figures(std::int64_t figures) const {
    std::vector<Message> all;
    for (std::size_t n = 0; n < std::min(counts_.size(), max_sentences); ++n)
        all.push_back(tr("in {} of {} figures: {}", counts_[n].pictures, figures, counts_[n].sentence));
    if (further() > 0)
        all.push_back(
            tr_plural("{} further omission in figures", "{} further omissions in figures", further()));
    return all;
}

}  // namespace poslab
