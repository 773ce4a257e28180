// Reported results of models too large to train here, next to the share of angles that were unseen in
// training.

#include "core/attention/bias_examples.hpp"
#include "core/attention/softmax_sums.hpp"
#include "core/base/embedded_assets.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/position_statistics.hpp"
#include "core/encoding/positions.hpp"
#include "core/views/evidence/evidence.hpp"

#include <nlohmann/json.hpp>
#include <numbers>

namespace poslab::evidence {
namespace {

using nlohmann::json;

constexpr double accuracy_tolerance = 2;  // per cent: what another training run may change

/// A setting in which a model reads texts longer than those of its training.
struct Setting {
    std::int64_t trained = 512, length = 4096;
    PositionMapSpec map;
    RotarySpec rotary;
};

/// Returns the share of all pairs (cell, rotary pair) whose angle is unseen in training, from exact counts of
/// cells.
double new_share(const Setting& setting) {
    const PositionPlan plan = position_plan(setting.map);
    RotarySpec plain;
    const std::vector<double> before = rotary_frequencies(plain).inverse_frequency,
                              now = rotary_frequencies(setting.rotary).inverse_frequency;
    double sum = 0;
    for (std::size_t pair = 0; pair < now.size(); ++pair) {
        const double largest = static_cast<double>(setting.trained - 1) * before[pair];
        if (largest >= 2 * std::numbers::pi) continue;
        const double last = std::floor(largest / now[pair] * (1 + 1e-9));  // the last position covered
        sum += out_of_range_fraction(plan, setting.length, static_cast<std::int64_t>(last) + 1);
    }
    return sum / static_cast<double>(now.size());
}

std::string percent(double share) {
    constexpr double least = 1e-4;
    return share == 0 ? "0" : share < least ? "< 0.01" : fmt::format("{:.1f}", 100 * share);
}

/// 1: better, 0: equal, −1: worse.
int sign_of(double difference, double tolerance) {
    return difference > tolerance ? 1 : difference < -tolerance ? -1 : 0;
}

/// Fewer new angles predict better results, equally many no better ones, more of them worse ones.
bool goes_the_same_way(int computed, int reported) {
    return computed == 0 ? reported <= 0 : computed == reported;
}

std::string command_of(const Setting& setting) {
    const std::string lengths = fmt::format("--length {} --train-length {}", setting.length, setting.trained);
    if (setting.rotary.is_scaled())
        return fmt::format("frequencies --figure turns {} --scaling {} --factor {:.0f} --versus scaling=none",
                           lengths, setting.rotary.scaling->id, setting.rotary.factor);
    if (setting.map.map->id == "rope") return "position-matrix --map rope " + lengths;
    return fmt::format("position-matrix --map {} --w {} --k {:.0f} {} --versus map=rope", setting.map.map->id,
                       setting.map.w, setting.map.k, lengths);
}

/// Returns the setting of a scheme as named in the reported tables: a map or a scaling. `times` is tested
/// over trained length.
Setting setting_of(const std::string& scheme, const json& row, std::int64_t trained, std::int64_t length,
                   double times) {
    Setting setting{trained, length, {}, {}};
    setting.map.map = "rope";
    setting.rotary.train_length = trained;
    setting.rotary.length = length;
    if (scheme.starts_with("ntk")) {
        setting.rotary.scaling = scheme == "ntk-aware" ? std::string("ntk") : scheme;
        setting.rotary.factor = times;
    } else {
        setting.map.map = scheme;
        setting.map.k = row.value("k", times);
        setting.map.w = row.value("w", trained / 2);
    }
    return setting;
}

std::string name_of(const Setting& setting, bool log_n) {
    const bool scaled = setting.rotary.is_scaled(), window = setting.map.map->uses(&PositionMapSpec::w);
    std::string name(in(Language::english, scaled ? setting.rotary.scaling->label : setting.map.map->label));
    if (window) name += fmt::format(", w = {}", setting.map.w);
    if (setting.map.map->id == "leaky-rerope") name += fmt::format(", k = {:.0f}", setting.map.k);
    return log_n ? name + ", log n" : name;
}

Message share_sentence(double share) { return tr("{} % new", percent(share)); }

/// Adds the tables of accuracies on repeated text beyond the trained length.
void add_accuracies(const json& entry, std::vector<Result>& all) {
    const std::int64_t trained = entry.at("trained"), tested = entry.at("tested");
    const double times = static_cast<double>(tested) / static_cast<double>(trained);
    for (const char* const table : {"right", "leaky"}) {
        double baseline = 0, baseline_share = 0;
        for (const json& row : entry.at(table)) {
            const bool leaky = table == std::string("leaky");
            const std::string scheme =
                leaky ? row.contains("k") ? "leaky-rerope" : "rerope" : row.at("scheme");
            const Setting setting = setting_of(scheme, row, trained, tested, times);
            const double reported = row.at("values").at(1), share = new_share(setting);
            if (scheme == "rope" || (leaky && !row.contains("k"))) {
                baseline = reported;
                baseline_share = share;
            }
            const bool agrees = goes_the_same_way(sign_of(baseline_share - share, 1e-9),
                                                  sign_of(reported - baseline, accuracy_tolerance));
            all.push_back({Article::a9708, verbatim(name_of(setting, leaky || row.value("log_n", false))),
                           tr("{} % correct", fmt::format("{:.2f}", reported)), share_sentence(share), share,
                           agrees, command_of(setting)});
        }
    }
}

/// Adds the losses of Llama-2-13B. The article does not give NTK's factor; that of the longest text is used.
void add_losses(const json& entry, std::vector<Result>& all) {
    const auto lengths = entry.at("loss_lengths").get<std::vector<std::int64_t>>();
    for (const json& row : entry.at("loss")) {
        std::string losses, shares;
        double before = std::nan(""), share_before = 0, share = 0;
        bool agrees = true;
        Setting setting;
        for (std::size_t n = 0; n < lengths.size(); ++n) {
            if (row.at("values").at(n).is_null()) continue;
            const double loss = row.at("values").at(n);
            const double times = static_cast<double>(lengths.back()) / static_cast<double>(lengths.front());
            setting = setting_of(row.at("scheme"), row, lengths.front(), lengths[n], times);
            share = new_share(setting);
            if (n > 0) agrees = agrees && (loss > before) == (share > share_before + 1e-9);
            losses += (n > 0 ? " → " : "") + fmt::format("{:.4f}", loss);
            shares += (n > 0 ? " → " : "") + percent(share);
            before = loss;
            share_before = share;
        }
        all.push_back({Article::a9708, tr("Llama-2-13B, {}", name_of(setting, false)), tr("loss {}", losses),
                       tr("{} % new", shares), share, agrees, command_of(setting)});
    }
}

/// Returns the entropy, in nats, of a softmax over the bias λ Σ cos Δθ alone, λ = 1, or over zeros.
double entropy_of_bias(std::int64_t keys, bool with_bias) {
    const RotarySpec spec;
    const std::vector<double> theta = rotary_frequencies(spec).inverse_frequency;
    std::vector<double> logits(static_cast<std::size_t>(keys)), nothing(logits.size());
    for (std::int64_t distance = 0; with_bias && distance < keys; ++distance)
        logits[static_cast<std::size_t>(distance)] =
            fourth_term_at(theta, 1, distance) / std::sqrt(static_cast<double>(spec.dim));
    return softmax_sums(logits, nothing, 0).entropy();
}

/// Adds the accuracies from the shortest to the longest text, next to the entropies that the bias alone gives
/// there. Entropies that differ by at most 0.1 nats count as equal.
void add_entropies(std::vector<Result>& all) {
    const json entry = json::parse(embedded_reported_9577);
    const auto lengths = entry.at("lengths").get<std::vector<std::int64_t>>();
    double baseline = 0, baseline_drift = 0;
    for (const json& row : entry.at("rows")) {
        const bool with_bias = row.at("bias");
        const double reported = row.at("values").back(), trained = row.at("values").front();
        const double first = entropy_of_bias(lengths.front(), with_bias),
                     last = entropy_of_bias(lengths.back(), with_bias);
        if (!with_bias) {
            baseline = reported;
            baseline_drift = last - first;
        }
        const bool agrees = goes_the_same_way(sign_of(baseline_drift - (last - first), 0.1),
                                              sign_of(reported - baseline, accuracy_tolerance));
        all.push_back(
            {Article::a9577, Message(with_bias ? "GAU-α, with bias"_tr : "GAU-α, without bias"_tr),
             tr("{} → {} % correct", fmt::format("{:.2f}", trained), fmt::format("{:.2f}", reported)),
             tr("entropy {} → {} nats", format_number(first, 2), format_number(last, 2)), std::nan(""), agrees,
             "bias-decay --figure reported"});
    }
}

}  // namespace

const std::vector<Result>& all_results() {
    static const std::vector<Result> results = [] {
        std::vector<Result> all;
        const json entry = json::parse(embedded_reported_9708);
        add_losses(entry, all);
        add_accuracies(entry, all);
        add_entropies(all);
        return all;
    }();
    return results;
}

}  // namespace poslab::evidence
