#include "gpu/engine/packed_vectors.hpp"

#include "core/base/in_parallel.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace poslab::gpu {
namespace {

using flash_attention::AttentionSchedule;
using flash_attention::AxisRotation;

constexpr std::size_t max_raw = VectorCache::max_bytes / sizeof(float);  // numbers per upload
constexpr std::size_t max_row_groups = 65535;                            // groups per launch

/// Tokens in the order of the packed rows, and how their vectors are transformed.
struct Source {
    std::shared_ptr<const TokenVectors> vectors;
    const std::vector<double>& bias;
    std::vector<std::int32_t> tokens;
    std::vector<float> factors;  // [rows, 2]
    std::vector<const AxisRotation*> rotations;
    bool keys;
};

std::vector<std::uint32_t> phase_words(const AxisRotation& rotation) {
    std::vector<std::uint32_t> words;
    words.reserve(4 * rotation.offset_turns().size());
    for (std::size_t p = 0; p < rotation.offset_turns().size(); ++p)
        for (const std::uint64_t turns : {rotation.offset_turns()[p], rotation.step_turns()[p]}) {
            words.push_back(static_cast<std::uint32_t>(turns >> 32U));
            words.push_back(static_cast<std::uint32_t>(turns));
        }
    return words;
}

// Gathers rows begin ... end - 1 of those from `first` on, copying successive tokens together.
void gather(const Source& source, std::size_t first, std::size_t begin, std::size_t end,
            std::span<float> rows) {
    const auto dim = static_cast<std::size_t>(source.vectors->dim());
    for (std::size_t n = begin; n < end;) {
        std::size_t last = n + 1;
        while (last < end && source.tokens[first + last] == source.tokens[first + last - 1] + 1) ++last;
        const std::int64_t token = source.tokens[first + n];
        source.vectors->read({token, token + static_cast<std::int64_t>(last - n)},
                             rows.subspan(n * dim, (last - n) * dim));
        n = last;
    }
}

std::vector<float> gathered(const Source& source, std::size_t first, std::size_t count) {
    constexpr std::size_t grain = 1024;
    std::vector<float> rows(count * static_cast<std::size_t>(source.vectors->dim()));
    in_parallel((count + grain - 1) / grain, rows.size(), [&](std::size_t n) {
        gather(source, first, n * grain, std::min((n + 1) * grain, count), rows);
    });
    return rows;
}

// Counts the rows from `first` on with successive tokens, at most `most`.
std::size_t successive_rows(const Source& source, std::size_t first, std::size_t most) {
    std::size_t count = 1;
    while (count < most && source.tokens[first + count] == source.tokens[first + count - 1] + 1) ++count;
    return count;
}

// The untransformed rows of a launch on the device; uploaded without a copy if possible.
class RawRows {
  public:
    RawRows(const Source& source, std::size_t first, std::size_t most) : count_(most) {
        constexpr std::size_t worth_a_launch = 1024;
        const std::size_t run = successive_rows(source, first, most);
        if (run == most || run >= worth_a_launch) {
            count_ = run;
            const std::int64_t token = source.tokens[first];
            rows_ = source.vectors->floats({token, token + static_cast<std::int64_t>(run)});
        }
        if (!rows_.empty()) return;
        gathered_ = gathered(source, first, count_);
        rows_ = gathered_;
    }
    RawRows(const RawRows&) = delete;
    RawRows& operator=(const RawRows&) = delete;

    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] std::span<const float> numbers() const { return rows_; }

  private:
    std::size_t count_;
    std::vector<float> gathered_;
    std::span<const float> rows_;
};

class Packer {
  public:
    Packer(Device& device, const AttentionSchedule& schedule, const AttentionTables& tables,
           const DeviceArray<float>& numbers, VectorCache* vector_cache, const Job& job)
        : device_(device),
          schedule_(schedule),
          tables_(tables),
          numbers_(numbers),
          vector_cache_(vector_cache),
          job_(job) {}

    void pack(const Source& source, const DeviceArray<float>& out) {
        std::vector<float> bias(source.bias.begin(), source.bias.end());
        bias.resize(schedule_.order.dims, 0);
        const DeviceArray<float> bias_array(device_, bias, "biases");
        const DeviceArray<float> decay(device_, schedule_.decay_exponents, "decays");
        std::vector<DeviceArray<std::uint32_t>> phases;
        phases.reserve(source.rotations.size());
        for (const AxisRotation* rotation : source.rotations)
            phases.emplace_back(device_, phase_words(*rotation), "phases");
        const DeviceArray<float>* const all =
            vector_cache_ == nullptr
                ? nullptr
                : vector_cache_->find_or_send(device_, source.vectors, source.tokens.size());
        const std::size_t rows = source.tokens.size();
        const std::size_t at_once =
            all != nullptr ? max_row_groups
                           : std::clamp<std::size_t>(max_raw / schedule_.order.dims, 1, max_row_groups);
        for (std::size_t first = 0; first < rows;) {
            job_.check();
            std::size_t count = std::min(at_once, rows - first);
            std::optional<DeviceArray<float>> sent;
            if (all == nullptr) {
                const RawRows raw(source, first, count);
                count = raw.count();
                sent.emplace(device_, raw.numbers(), "queries and keys");
            }
            const DeviceArray<std::int32_t> tokens(device_, std::span(source.tokens).subspan(first, count),
                                                   "tokens");
            const DeviceArray<float> factors(device_, std::span(source.factors).subspan(2 * first, 2 * count),
                                             "factors of queries");
            for (std::size_t n = 0; n < phases.size(); ++n) {
                PackTask task = task_of(source, n, first, count);
                task.by_token = all != nullptr ? 1 : 0;
                device_.run({Kernel::pack_vectors,
                             static_cast<std::uint32_t>(count),
                             1,
                             task_bytes(task),
                             {all != nullptr ? all->buffer() : sent->buffer(), tokens.buffer(),
                              factors.buffer(), bias_array.buffer(), phases[n].buffer(), decay.buffer(),
                              out.buffer(), numbers_.buffer()}});
            }
            first += count;
        }
    }

  private:
    [[nodiscard]] PackTask task_of(const Source& source, std::size_t rotation, std::size_t first,
                                   std::size_t count) const {
        const AxisRotation& turned = *source.rotations[rotation];
        PackTask task{};
        task.rows = static_cast<int>(count);
        task.first_row = static_cast<int>(rotation * source.tokens.size() + first);
        task.dim = static_cast<int>(schedule_.order.dims);
        task.pairs = static_cast<int>(schedule_.order.pairs);
        task.interleaved = schedule_.order.interleaved ? 1 : 0;
        task.rotated_from = static_cast<int>(schedule_.order.rotated_from);
        task.padded = tables_.task.dims;
        task.turned = turned.none() ? 0 : 1;
        task.shift = turned.axis().shift;
        task.modulus = turned.axis().modulus;
        task.group = turned.axis().group;
        task.cap = turned.axis().cap;
        task.split = device_.info().split_keys ? 1 : 0;
        task.decay_block = source.keys ? tables_.task.decay_block : 0;
        task.scale_first_row =
            (source.keys ? tables_.task.scales : tables_.task.query_scales) + task.first_row;
        return task;
    }

    Device& device_;
    const AttentionSchedule& schedule_;
    const AttentionTables& tables_;
    const DeviceArray<float>& numbers_;
    VectorCache* vector_cache_;
    const Job& job_;
};

Source queries_of(const AttentionSchedule& schedule) {
    Source source{schedule.input.queries, schedule.plan.query_bias, {}, {}, {}, false};
    for (const flash_attention::Row& row : schedule.rows) {
        const auto token = static_cast<std::size_t>(row.token);
        const double scale = schedule.plan.query_scale.empty() ? 1 : schedule.plan.query_scale[token];
        const double factor = schedule.log2_scale * schedule.plan.scale * scale;
        source.tokens.push_back(row.token);
        source.factors.push_back(static_cast<float>(factor * schedule.plan.rotary_scale));
        source.factors.push_back(static_cast<float>(factor));
    }
    for (const AxisRotation& rotation : schedule.query_rotations) source.rotations.push_back(&rotation);
    return source;
}

Source keys_of(const AttentionSchedule& schedule, std::size_t padded) {
    Source source{
        schedule.input.keys, schedule.plan.key_bias, {}, std::vector<float>(2 * padded, 1), {}, true};
    for (std::size_t key = 0; key < padded; ++key)
        source.tokens.push_back(static_cast<std::int32_t>(schedule.keys->token(key)));
    for (const flash_attention::PackedKeys& keys : schedule.packed)
        source.rotations.push_back(&keys.rotation());
    return source;
}

}  // namespace

PackedVectors::PackedVectors(Device& device, const AttentionSchedule& schedule, const AttentionTables& tables,
                             const DeviceArray<float>& numbers, VectorCache* vector_cache, const Job& job)
    : queries(device, schedule.query_rotations.size() * schedule.rows.size() * tables.padded_dims, "queries"),
      keys(device, tables.key_rotations * tables.padded_keys * tables.padded_dims, "keys") {
    Packer packer(device, schedule, tables, numbers, vector_cache, job);
    packer.pack(queries_of(schedule), queries);
    packer.pack(keys_of(schedule, tables.padded_keys), keys);
}

}  // namespace poslab::gpu
