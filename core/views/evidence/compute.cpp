#include "core/views/evidence/arrays.hpp"

#include "core/base/masked.hpp"

namespace poslab::evidence {

const std::vector<double>& SampleContext::computed_lengths() {
    return computed_lengths_made.get([&] {
        constexpr int steps = 256;
        const double first = family().lengths.front(), last = family().lengths.back();
        std::vector<double> lengths;
        for (int n = 0; n <= steps; ++n)
            lengths.push_back(std::round(first * std::pow(last / first, n / double{steps})));
        for (const PublishedModel& model : family().models)
            if (const double covered = model.covered_length(); covered < last) lengths.push_back(covered);
        std::sort(lengths.begin(), lengths.end());
        lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
        return lengths;
    });
}

std::vector<double> perplexities(SampleContext& context) {
    std::vector<double> all;
    for (const PublishedModel& model : context.family().models) {
        all.insert(all.end(), model.perplexity.begin(), model.perplexity.end());
        all.insert(all.end(), context.family().lengths.size() - model.perplexity.size(), masked_value());
    }
    return all;
}

std::vector<double> unseen_shares(SampleContext& context) {
    std::vector<double> all;
    for (const PublishedModel& model : context.family().models)
        for (const double length : context.computed_lengths()) all.push_back(model.unseen_at(length));
    return all;
}

const Errata& SampleContext::errata() {
    return errata_made.get([&] {
        Errata all;
        for (const Erratum& erratum : all_errata()) {
            job.check();
            all.emplace_back(erratum.article, erratum.claim());
        }
        return all;
    });
}

std::vector<double> erratum_numbers(SampleContext& context) {
    std::vector<double> all;
    for (const auto& [article, claim] : context.errata())
        for (std::size_t n = 0; n < max_numbers; ++n)
            all.push_back(n < claim.numbers.size() ? claim.numbers[n] : masked_value());
    return all;
}

double agreeing_results() {
    const auto& all = all_results();
    return static_cast<double>(
        std::count_if(all.begin(), all.end(), [](const Result& result) { return result.agrees; }));
}

}  // namespace poslab::evidence
