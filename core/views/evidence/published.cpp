#include "core/views/evidence/published.hpp"

#include "core/base/embedded_assets.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/rotation_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

namespace poslab::evidence {
namespace {

using nlohmann::json;

constexpr double tokens_of_turn(double theta) { return 2 * std::numbers::pi / theta; }

Stage stage_of(const json& entry) {
    Stage stage;
    stage.length = entry.at("length");
    stage.rotary.base = entry.value("base", stage.rotary.base);
    stage.rotary.scaling = entry.value("scaling", std::string("none"));
    stage.rotary.factor = entry.value("factor", 1.0);
    stage.rotary.length = static_cast<std::int64_t>(stage.length);
    stage.rotary.train_length = entry.value("original", stage.rotary.length);
    stage.theta = rotary_frequencies(stage.rotary).inverse_frequency;
    return stage;
}

PublishedFamily family_of(const json& entry) {
    PublishedFamily family{entry.at("id"), entry.at("file"), {}, {}};
    const double step = entry.at("step");
    std::size_t most = 0;
    for (const json& item : entry.at("models")) {
        PublishedModel model{
            item.at("name"), item.at("published_as"), {}, item.at("perplexity").get<std::vector<double>>()};
        for (const json& stage : item.at("stages")) model.stages.push_back(stage_of(stage));
        most = std::max(most, model.perplexity.size());
        family.models.push_back(std::move(model));
    }
    for (std::size_t n = 1; n <= most; ++n) family.lengths.push_back(step * static_cast<double>(n));
    return family;
}

/// Returns the fraction of a full turn, at most 1, whose angles some stage covered for that pair.
double seen_turns(const PublishedModel& model, std::size_t pair) {
    double seen = 0;
    for (const Stage& stage : model.stages)
        seen = std::max(seen, stage.length / tokens_of_turn(stage.theta[pair]));
    return std::min(seen, 1.0);
}

}  // namespace

double PublishedModel::unseen_at(double length) const {
    const std::vector<double>& theta = stages.back().theta;
    double sum = 0;
    for (std::size_t pair = 0; pair < theta.size(); ++pair)
        sum += unseen_share(seen_turns(*this, pair), length / tokens_of_turn(theta[pair]));
    return sum / static_cast<double>(theta.size());
}

double PublishedModel::covered_length() const {
    const std::vector<double>& theta = stages.back().theta;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t pair = 0; pair < theta.size(); ++pair)
        if (const double seen = seen_turns(*this, pair); seen < 1)
            least = std::min(least, seen * tokens_of_turn(theta[pair]));
    return std::floor(least * (1 + 1e-9));
}

std::string PublishedModel::opens() const {
    const Stage& own = stages.back();
    const bool same_base = own.rotary.base == stages.front().rotary.base;
    const double trained = same_base ? stages.front().length : own.length;
    std::string command = fmt::format(
        "frequencies --figure turns --base {:.0f} --dim 128 --train-length {:.0f} --length {:.0f}",
        own.rotary.base, trained, 2 * std::min(covered_length(), 262'144.0));
    if (own.rotary.is_scaled())
        command += fmt::format(" --scaling {} --factor {:.0f} --versus scaling=none", own.rotary.scaling->id,
                               own.rotary.factor);
    return command;
}

Turn turn_of(const PublishedFamily& family, const PublishedModel& model, double rise) {
    const auto least = std::min_element(model.perplexity.begin(), model.perplexity.end());
    const auto up = std::find_if(least, model.perplexity.end(),
                                 [&](double value) { return value > (1 + rise / 100) * *least; });
    Turn turn{family.lengths[static_cast<std::size_t>(least - model.perplexity.begin())]};
    if (up != model.perplexity.end())
        turn.up_at = family.lengths[static_cast<std::size_t>(up - model.perplexity.begin())];
    return turn;
}

bool agrees(const PublishedFamily& family, const PublishedModel& model, double rise) {
    constexpr double late = 1.25;
    const double covered = model.covered_length(), last = family.lengths[model.perplexity.size() - 1];
    const double up = turn_of(family, model, rise).up_at, step = family.lengths.front();
    if (std::isnan(up)) return covered >= last / late;
    return up > covered && up <= std::max(late * covered, covered + 2 * step);
}

const PublishedPerplexities& published_perplexities() {
    static const PublishedPerplexities all = [] {
        const json entry = json::parse(embedded_reported_yarn);
        PublishedPerplexities made{entry.at("source"), entry.at("commit"), {}};
        for (const json& family : entry.at("families")) made.families.push_back(family_of(family));
        return made;
    }();
    return all;
}

}  // namespace poslab::evidence
