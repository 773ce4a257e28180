// training.json, and the state from which a training resumes: read correctly or refused.
#include "core/training/training_record.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <cmath>

using namespace poslab;

namespace {

CheckpointRecord made() {
    CheckpointRecord record;
    record.extrapolation = {64, 4, 8, 2, 2.0, 4.0, {"rope", "rerope"}, {16, 32, 64}};
    record.checkpoints = {{1, 2.5, {}, {1, 2, 3, 4, 5, 6}}, {2, 2.25, {}, {1, 2, 3, 4, 5, 6}}};
    return record;
}

}  // namespace

std::vector<std::string> poslab::test::fuzz_seeds() {
    const std::string record = record_json(made()).dump();
    return {"{\"losses\":[3,2.5],\"checkpoints\":" + record + "}", record, "{\"losses\":[]}"};
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"\"checkpoints\":",
            "\"losses\":[",
            "\"length\":",
            "\"pieces\":",
            "\"schemes\":[",
            "\"ends\":[",
            "\"steps\":[",
            "\"held_out\":[",
            "\"recalled\":[",
            "null",
            "1e400",
            "-1",
            "[[1]]"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = test::input_text(data, size);
    test::accepts([&] {
        const TrainingRecord record = read_training_record(text, "f");
        for (const double loss : record.losses)
            test::require(std::isfinite(loss), "a loss that is not finite");
        if (record.record.checkpoints.empty()) return;
        const CheckpointRecord again = read_record(record_json(record.record), "g");
        test::require(again.extrapolation == record.record.extrapolation &&
                          again.checkpoints.size() == record.record.checkpoints.size(),
                      "does not survive writing and reading");
    });
    return 0;
}
