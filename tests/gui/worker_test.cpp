#include "app/gui/worker.hpp"
#include "core/errors.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <future>

namespace poslab {
namespace {

using namespace std::chrono_literals;

constexpr std::array<Descriptor, 3> descriptors{{{.id = "heavy", .stage = Stage::prepare, .maximum = 100, .kind = Kind::integer},
                                                 {.id = "part", .stage = Stage::window, .maximum = 100, .kind = Kind::integer},
                                                 {.id = "look", .stage = Stage::style, .maximum = 100, .kind = Kind::integer}}};

/// Waits in sample() while `hold` is set, as long as nobody cancels it; part 13 fails.
class FakeView final : public View {
  public:
    FakeView() { info_.id = "fake"; }
    [[nodiscard]] const ViewInfo& info() const override { return info_; }
    [[nodiscard]] std::span<const Descriptor> parameters() const override { return descriptors; }
    [[nodiscard]] Values defaults() const override { return values(0, 0, 0); }
    [[nodiscard]] std::vector<bool> used(const Values&) const override { return {true, true, true}; }
    [[nodiscard]] Values checked(const Values& values) const override { return values; }
    [[nodiscard]] Values adjusted(const Values& values) const override { return values; }
    [[nodiscard]] Prepared prepare(const Values& values, const Engine&, const Job&) const override {
        ++prepared;
        return std::make_shared<const std::int64_t>(std::get<std::int64_t>(values[0]));
    }
    [[nodiscard]] Data sample(const Values& values, const Prepared& kept, const SampleRequest& request, const Engine&,
                              const Job& job) const override {
        const std::int64_t part = std::get<std::int64_t>(values[1]);
        if (part == 13) throw TooLarge("thirteen is too much");
        if (publish_first) request.publish(data_of(-1));
        entered.fetch_add(1);
        while (hold) {
            if (job.stopped()) ++cancelled;
            job.check();
            job.progress(0.5);
            std::this_thread::sleep_for(1ms);
        }
        return data_of(static_cast<double>(*static_cast<const std::int64_t*>(kept.get()) * 100 + part));
    }
    [[nodiscard]] Figure figure(std::string_view, std::span<const Variant>, const Style&, const Cursor&) const override {
        return {};
    }
    [[nodiscard]] Readout readout(std::span<const Variant>, const Style&, const Cursor&) const override { return {}; }

    [[nodiscard]] static Values values(std::int64_t heavy, std::int64_t part, std::int64_t look) { return {heavy, part, look}; }

    mutable std::atomic<int> prepared{0}, entered{0}, cancelled{0};
    std::atomic<bool> hold{false}, publish_first{false};

  private:
    [[nodiscard]] static Data data_of(double number) {
        Data data;
        data.values.push_back({"number", number});
        return data;
    }
    ViewInfo info_;
};

/// An engine that is never there when it is needed.
class AbsentEngine final : public Engine {
  public:
    [[nodiscard]] std::string_view name() const override { return "absent"; }
    [[nodiscard]] Precision precision() const override { return Precision::float64; }
    [[nodiscard]] std::string unsupported(Operation, double) const override { return {}; }
    [[nodiscard]] Field position_field(const PositionPlan&, const FieldWindow&, const Job&) const override {
        throw Unavailable("the device is lost");
    }
    [[nodiscard]] std::vector<double> cosine_profile(const CosineSum&, const IndexRange&, const Job&) const override {
        throw Unavailable("the device is lost");
    }
    [[nodiscard]] AttentionResult attention(const AttentionInput&, const AttentionRequest&, const Job&) const override {
        throw Unavailable("the device is lost");
    }
    [[nodiscard]] RecordedStates<double> legs_scan(const LegsScanInput&, std::span<const std::int64_t>, const Job&) const override {
        throw Unavailable("the device is lost");
    }
    [[nodiscard]] Field rotation_residual(const ResidualPlan&, const PlaneWindow&, const Job&) const override {
        throw Unavailable("the device is lost");
    }
};

ComputeRequest request_of(const FakeView& view, const Values& values) { return {&view, values, {}, 8, 8, {&reference_engine()}}; }

template <class Condition>
bool eventually(Condition condition) {
    for (int i = 0; i < 5000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(1ms);
    }
    return false;
}

double number_in(const WorkerStatus& status) { return status.result == nullptr ? -2 : status.result->data->number("number"); }

TEST(Worker, computes_what_is_asked_for_and_wakes_the_window) {
    const FakeView view;
    std::atomic<int> woken{0};
    Worker worker([&woken] { ++woken; });
    const auto serial = worker.request(request_of(view, FakeView::values(1, 2, 0)));
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    const WorkerStatus status = worker.status();
    EXPECT_EQ(number_in(status), 102);
    EXPECT_EQ(status.result->serial, serial);
    EXPECT_FALSE(status.result->data->partial);
    EXPECT_GE(woken.load(), 1);
}

TEST(Worker, newest_request_wins_and_the_stale_one_is_cancelled) {
    FakeView view;
    view.hold = true;
    Worker worker([] {});
    worker.request(request_of(view, FakeView::values(0, 1, 0)));
    ASSERT_TRUE(eventually([&] { return view.entered == 1; }));
    for (std::int64_t part = 2; part <= 9; ++part) worker.request(request_of(view, FakeView::values(0, part, 0)));
    ASSERT_TRUE(eventually([&] { return view.cancelled >= 1; }));
    view.hold = false;
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(number_in(worker.status()), 9);
}

TEST(Worker, cancel_gives_up_and_keeps_what_is_shown) {
    FakeView view;
    Worker worker([] {});
    worker.request(request_of(view, FakeView::values(0, 1, 0)));
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    view.hold = true;
    worker.request(request_of(view, FakeView::values(0, 2, 0)));
    ASSERT_TRUE(eventually([&] { return view.entered == 2; }));
    EXPECT_TRUE(eventually([&] { return worker.status().progress == 0.5; }));
    worker.cancel();
    EXPECT_FALSE(worker.status().running);
    ASSERT_TRUE(eventually([&] { return view.cancelled == 1; }));
    EXPECT_EQ(number_in(worker.status()), 1);
    EXPECT_TRUE(worker.status().error.empty());
}

TEST(Worker, keeps_what_was_prepared_while_only_the_window_changes) {
    const FakeView view;
    Worker worker([] {});
    for (std::int64_t part = 0; part < 5; ++part) {
        worker.request(request_of(view, FakeView::values(3, part, part)));
        ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
        EXPECT_EQ(number_in(worker.status()), static_cast<double>(300 + part));
    }
    EXPECT_EQ(view.prepared, 1);
    worker.request(request_of(view, FakeView::values(4, 0, 0)));
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(view.prepared, 2);
}

TEST(Worker, shows_a_coarse_answer_first) {
    FakeView view;
    view.hold = true;
    view.publish_first = true;
    Worker worker([] {});
    worker.request(request_of(view, FakeView::values(0, 7, 0)));
    ASSERT_TRUE(eventually([&] { return worker.status().result != nullptr; }));
    EXPECT_TRUE(worker.status().result->data->partial);
    EXPECT_TRUE(worker.status().running);
    EXPECT_EQ(number_in(worker.status()), -1);
    view.hold = false;
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(number_in(worker.status()), 7);
    EXPECT_FALSE(worker.status().result->data->partial);
}

TEST(Worker, reports_an_error_as_its_sentence_and_goes_on) {
    const FakeView view;
    Worker worker([] {});
    worker.request(request_of(view, FakeView::values(0, 13, 0)));
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(worker.status().error, "thirteen is too much");
    worker.request(request_of(view, FakeView::values(0, 14, 0)));
    EXPECT_TRUE(worker.status().error.empty());
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(number_in(worker.status()), 14);
}

/// Uses the engine, so that an engine can fail.
class EngineView : public View {
  public:
    [[nodiscard]] const ViewInfo& info() const override { return fake_.info(); }
    [[nodiscard]] std::span<const Descriptor> parameters() const override { return fake_.parameters(); }
    [[nodiscard]] Values defaults() const override { return fake_.defaults(); }
    [[nodiscard]] std::vector<bool> used(const Values& values) const override { return fake_.used(values); }
    [[nodiscard]] Values checked(const Values& values) const override { return values; }
    [[nodiscard]] Values adjusted(const Values& values) const override { return values; }
    [[nodiscard]] Prepared prepare(const Values&, const Engine&, const Job&) const override {
        return std::make_shared<const int>(0);
    }
    [[nodiscard]] Data sample(const Values&, const Prepared&, const SampleRequest&, const Engine& engine,
                              const Job& job) const override {
        PositionPlan plan;
        plan.branches.push_back({});
        static_cast<void>(engine.position_field(plan, {{0, 4}, {0, 4}, 4, 4, Pool::mean}, job));
        Data data;
        data.engine = engine.name();
        return data;
    }
    [[nodiscard]] Figure figure(std::string_view, std::span<const Variant>, const Style&, const Cursor&) const override {
        return {};
    }
    [[nodiscard]] Readout readout(std::span<const Variant>, const Style&, const Cursor&) const override { return {}; }

  private:
    FakeView fake_;
};

TEST(Worker, falls_back_to_the_next_engine_with_a_sentence) {
    const EngineView view;
    const AbsentEngine absent;
    Worker worker([] {});
    worker.request({&view, view.defaults(), {}, 8, 8, {&absent, &reference_engine()}});
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(worker.status().notice, "absent: the device is lost. Continuing on reference.");
    ASSERT_NE(worker.status().result, nullptr);
    EXPECT_EQ(worker.status().result->data->engine, "reference");
    worker.request({&view, view.defaults(), {}, 8, 8, {&absent}});
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(worker.status().error, "the device is lost");
}

}  // namespace
}  // namespace poslab
