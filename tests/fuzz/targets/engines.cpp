// Compares the reference and cpu engines on plans and vectors drawn from the input, within the tolerances of
// tests/engine.
#include "core/encoding/positions.hpp"
#include "core/engine/cosine_profile.hpp"
#include "core/engine/field.hpp"
#include "tests/engine/attention_cases.hpp"
#include "tests/fuzz/targets/byte_source.hpp"
#include "tests/fuzz/targets/target.hpp"

using namespace poslab;

namespace {

PositionPlan drawn_plan(test::ByteSource& bytes) {
    PositionMapSpec spec;
    const auto maps = PositionMap::all();
    spec.map = std::string(maps[bytes.below(maps.size())]->id);
    spec.causal = bytes.chance();
    spec.w = static_cast<std::int64_t>(1 + bytes.below(200));
    spec.k = 1 + static_cast<double>(bytes.below(64)) / 4;
    spec.group = static_cast<std::int64_t>(1 + bytes.below(16));
    spec.local = static_cast<std::int64_t>(1 + bytes.below(40));
    spec.chunk = spec.local + static_cast<std::int64_t>(1 + bytes.below(100));
    spec.sinks = static_cast<std::int64_t>(bytes.below(8));
    spec.recent = spec.sinks + static_cast<std::int64_t>(1 + bytes.below(100));
    return position_plan(spec);
}

FieldWindow drawn_window(test::ByteSource& bytes, std::int64_t tokens) {
    const auto range = [&] {
        const auto begin = static_cast<std::int64_t>(bytes.below(static_cast<std::uint64_t>(tokens)));
        return IndexRange{
            begin,
            begin + 1 + static_cast<std::int64_t>(bytes.below(static_cast<std::uint64_t>(tokens - begin)))};
    };
    FieldWindow window{range(), range(), 1, 1, static_cast<Pool>(bytes.below(3))};
    window.height = 1 + static_cast<std::int64_t>(bytes.below(
                            static_cast<std::uint64_t>(std::min<std::int64_t>(window.rows.size(), 40))));
    window.width = 1 + static_cast<std::int64_t>(bytes.below(
                           static_cast<std::uint64_t>(std::min<std::int64_t>(window.columns.size(), 40))));
    return window;
}

void compare_fields(const PositionPlan& plan, const FieldWindow& window) {
    const Field expected = reference_engine().run(operation::PositionField{plan, window}, Job{});
    const Field actual = cpu_engine().run(operation::PositionField{plan, window}, Job{});
    double largest = 0;
    for (const double value : expected.values)
        if (!is_masked(value)) largest = std::max(largest, std::abs(value));
    // The reference sums in float64: 1e-12 of the largest number.
    test::expect_close(actual.values, expected.values,
                       1e-12 * std::max(largest, static_cast<double>(window.rows.end + window.columns.end)),
                       "position field");
}

AttentionInput drawn_attention(test::ByteSource& bytes, const PositionPlan& positions, std::int64_t tokens) {
    std::mt19937_64 random(bytes.number(2));
    const auto dim = static_cast<std::int64_t>(2 + bytes.below(40));
    const auto rotary = 2 * static_cast<std::int64_t>(bytes.below(static_cast<std::uint64_t>(dim / 2 + 1)));
    AttentionInput input = test::plain_attention(random, tokens, dim, rotary, positions);
    AttentionPlan& plan = input.plan;
    if (bytes.chance()) plan.pairing = Pairing::gpt_neox;
    if (bytes.chance()) plan.rope_dims = RotaryDims::last;
    if (bytes.chance())
        plan.reach = 1 + static_cast<std::int64_t>(bytes.below(static_cast<std::uint64_t>(tokens)));
    if (bytes.chance()) plan.rotary_scale = 1.3;
    if (bytes.chance()) plan.temperature = 1.7;
    if (bytes.chance()) plan.decay = test::uniform(random, rotary / 2, 0.3, 1);
    if (bytes.chance()) plan.query_scale = test::uniform(random, tokens, 0.5, 1.5);
    if (bytes.chance()) plan.query_bias = test::uniform(random, dim, -1, 1);
    if (bytes.chance()) plan.distance_bias = test::uniform(random, tokens, -3, 3);
    if (bytes.chance())
        input.values = test::normal_vectors(random, tokens, 1 + static_cast<std::int64_t>(bytes.below(30)));
    return input;
}

}  // namespace

std::vector<std::string> poslab::test::fuzz_seeds() {
    std::vector<std::string> seeds;
    for (char map = 0; map < 12; ++map)
        for (char causal = 0; causal < 2; ++causal)
            seeds.push_back(std::string{map, causal, 40, 12, 4, 13, 70, 4, 60} +
                            std::string(40, static_cast<char>(map * 13 + 60)));
    return seeds;
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {std::string(1, '\0'), "\1", "\xFF", std::string(4, '\0'), "\xFF\xFF"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    test::ByteSource bytes(data, size);
    test::accepts([&] {
        const PositionPlan plan = drawn_plan(bytes);
        compare_fields(plan, drawn_window(bytes, 1 + static_cast<std::int64_t>(bytes.below(700))));
        if (bytes.below(4) > 0) return;
        const auto tokens = static_cast<std::int64_t>(2 + bytes.below(120));
        const AttentionInput input = drawn_attention(bytes, plan, tokens);
        AttentionRequest request =
            test::whole_request(tokens, 1 + tokens / 3, 1 + tokens / 5, static_cast<Pool>(bytes.below(3)));
        request.quantity = bytes.chance() ? AttentionQuantity::weights : AttentionQuantity::logits;
        test::compare(cpu_engine(), input, request, "attention");
    });
    test::require(!testing::Test::HasFailure(), "engines disagree");
    return 0;
}
