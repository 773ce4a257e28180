#pragma once

#include "core/base/errors.hpp"
#include "core/base/index_range.hpp"
#include "core/base/job.hpp"
#include "core/encoding/plan.hpp"
#include "core/encoding/precision.hpp"
#include "core/engine/attention.hpp"
#include "core/engine/catalogue.hpp"
#include "core/engine/cosine_sum.hpp"
#include "core/engine/each_operation.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/field.hpp"
#include "core/engine/legs_scan.hpp"
#include "core/engine/rotation_residual.hpp"
#include "core/hippo/state_extent.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace poslab::test {

/// Returns immediately from every operation, and fails on request.
class FakeEngine final : public EachOperation<FakeEngine> {
  public:
    explicit FakeEngine(std::string name) : name_(std::move(name)) {}

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] Precision precision() const override { return Precision::float32; }
    [[nodiscard]] Message unsupported_reason(Operation, double size) const override {
        return verbatim(size > largest ? "more than this one does" : "");
    }
    [[nodiscard]] bool is_slow(Operation, double size) const override { return size > slow_beyond; }
    using EachOperation<FakeEngine>::run;
    [[nodiscard]] Field run(const operation::PositionField& input, const Job&) const override {
        if (dead) dead();
        if (input.window.rows.size() > 1) count();  // else it is the check that the device still works
        return {};
    }
    template <class Input>
    [[nodiscard]] auto each(const Input& input, const Job& job) const {
        count();
        return decltype(run(input, job)){};
    }

    [[nodiscard]] std::optional<DeviceWork> device_work(const std::function<void()>& work) const override {
        work();
        return device;
    }

    std::optional<DeviceWork> device{};  // reported as the device's work for any operation
    std::function<void()> fail{};        // thrown by every operation
    std::function<void()> dead{};        // thrown by the check that the device still works
    double largest = 1e300;
    double slow_beyond = 1e300;
    mutable std::atomic<int> calls{0};

  private:
    void count() const {
        ++calls;
        if (fail) fail();
    }
    std::string name_;
};

struct FakeSource {
    std::string name;
    std::shared_ptr<const Engine> engine;  // null: cannot be started
    bool software = false;
    bool may_be_available = true;
    std::shared_ptr<std::atomic<int>> starts = std::make_shared<std::atomic<int>>(0);
};

inline std::shared_ptr<const EngineCatalogue> catalogue_of(const std::vector<FakeSource>& fakes) {
    std::vector<EngineSource> sources;
    for (const FakeSource& fake : fakes) {
        const auto start = [fake] {
            ++*fake.starts;
            if (fake.engine == nullptr) throw Unavailable("no device of this kind");
            return StartedEngine{fake.engine, "device of " + fake.name, fake.software};
        };
        sources.push_back(
            {fake.name, start, [thresholds = fake.may_be_available] { return thresholds; }, "a device"});
    }
    return std::make_shared<const EngineCatalogue>(std::move(sources));
}

}  // namespace poslab::test
