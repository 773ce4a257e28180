#include "app/state/worker.hpp"
#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "tests/support/fake_engines.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <future>

namespace poslab {
namespace {

using namespace std::chrono_literals;

constexpr std::array<Descriptor, 3> descriptors{
    {{.id = "heavy", .stage = Stage::prepare, .domain = {.maximum = 100}, .kind = Kind::integer},
     {.id = "part", .stage = Stage::window, .domain = {.maximum = 100}, .kind = Kind::integer},
     {.id = "look", .stage = Stage::style, .domain = {.maximum = 100}, .kind = Kind::integer}}};

/// Waits in sample() while `hold` is set and the job is not cancelled; part 13 fails.
class FakeView final : public View {
  public:
    FakeView() { info_.id = "fake"; }
    [[nodiscard]] const ViewInfo& info() const override { return info_; }
    [[nodiscard]] std::span<const Descriptor> parameters() const override { return descriptors; }
    [[nodiscard]] Values defaults() const override { return values(0, 0, 0); }
    [[nodiscard]] std::vector<bool> used(const Values&) const override { return {true, true, true}; }
    [[nodiscard]] Values checked(const Values& values) const override { return values; }
    [[nodiscard]] Values adjusted(const Values& values) const override { return values; }
    [[nodiscard]] Held reusable(const Held& input) const override { return input; }
    [[nodiscard]] Held prepare(const Values& values, const Engine&, const Job&,
                               const Held& before) const override {
        ++prepared;
        const auto* const number = held<std::int64_t>(before);
        taken_over = number != nullptr ? *number : -1;
        return std::make_shared<const std::int64_t>(std::get<std::int64_t>(values[0]));
    }
    [[nodiscard]] Data sample(const Values& values, const Held& input, const SampleRequest& request,
                              const Engine&, const Job& job) const override {
        const std::int64_t part = std::get<std::int64_t>(values[1]);
        if (part == 13) throw TooLarge("thirteen is too much");
        if (publish_first) request.publish(data_of(-1));
        job.expect_seconds(static_cast<double>(part));
        entered.fetch_add(1);
        while (stuck && part == 7) std::this_thread::sleep_for(1ms);  // as a library that checks no job
        while (hold) {
            if (job.stopped()) ++cancelled;
            job.check();
            job.progress(0.5);
            std::this_thread::sleep_for(1ms);
        }
        return data_of(static_cast<double>(*held<std::int64_t>(input) * 100 + part));
    }
    [[nodiscard]] Figure figure(std::string_view, std::span<const Variant>, const Style&,
                                const Cursor&) const override {
        return {};
    }
    [[nodiscard]] Readout readout(std::span<const Variant>, const Style&, const Cursor&) const override {
        return {};
    }

    [[nodiscard]] static Values values(std::int64_t heavy, std::int64_t part, std::int64_t look) {
        return {heavy, part, look};
    }

    mutable std::atomic<int> prepared{0}, entered{0}, cancelled{0};
    mutable std::atomic<std::int64_t> taken_over{-2};  // what the latest preparation could reuse; -1: nothing
    std::atomic<bool> hold{false}, publish_first{false}, stuck{false};

  private:
    [[nodiscard]] static Data data_of(double number) {
        Data data;
        data.values.push_back({"number", number});
        return data;
    }
    ViewInfo info_;
};

ComputeRequest request_of(const FakeView& view, const Values& values) {
    return {&view, values, {}, 8, 8, {"reference"}};
}

template <class Condition>
bool eventually(Condition condition) {
    for (int i = 0; i < 5000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(1ms);
    }
    return false;
}

double number_in(const WorkerStatus& status) {
    return status.result == nullptr ? -2 : status.result->data->number("number");
}

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

TEST(Worker, ComputesTheNextRequestWhileAnotherIsStuck) {
    FakeView view;
    const FakeView other;
    view.stuck = true;
    Worker worker([] {});
    const auto number = [&](const FakeView& of, const Values& values) {
        worker.request(request_of(of, values));
        EXPECT_TRUE(eventually([&] { return !worker.status().running; }));
        return number_in(worker.status());
    };
    worker.request(request_of(view, FakeView::values(1, 7, 0)));
    ASSERT_TRUE(eventually([&] { return view.entered == 1; }));
    EXPECT_EQ(number(other, FakeView::values(2, 3, 0)), 203);  // another view
    EXPECT_EQ(number(view, FakeView::values(4, 5, 0)), 405);   // the same view
    worker.request(request_of(view, FakeView::values(6, 7, 0)));
    ASSERT_TRUE(eventually([&] { return view.entered == 3; }));
    EXPECT_EQ(number(view, FakeView::values(6, 8, 0)), 608);  // two are stuck
    view.stuck = false;                                       // they end, and change nothing
    EXPECT_EQ(number(view, FakeView::values(6, 9, 0)), 609);
    EXPECT_EQ(worker.status().error.english(), "");
    EXPECT_EQ(view.prepared, 4);  // the last request reused the preparation of the one before
}

TEST(Worker, offers_what_was_prepared_to_what_comes_next_of_the_same_view_and_files) {
    const FakeView view, other;
    Worker worker([] {});
    const auto done = [&](const ComputeRequest& request) {
        worker.request(request);
        return eventually([&] { return !worker.status().running; });
    };
    ASSERT_TRUE(done(request_of(view, FakeView::values(1, 0, 0))));
    EXPECT_EQ(view.taken_over, -1);
    ASSERT_TRUE(done(request_of(view, FakeView::values(2, 0, 0))));
    EXPECT_EQ(view.taken_over, 1);
    ASSERT_TRUE(done(request_of(view, FakeView::values(2, 5, 0))));
    EXPECT_EQ(view.prepared, 2) << "a part of the same needs nothing new";
    ComputeRequest changed = request_of(view, FakeView::values(3, 0, 0));
    changed.files = {std::nullopt};
    ASSERT_TRUE(done(changed));
    EXPECT_EQ(view.taken_over, -1) << "of other files";
    ASSERT_TRUE(done(request_of(other, FakeView::values(4, 0, 0))));
    EXPECT_EQ(other.taken_over, -1) << "of another view";
}

TEST(Worker, newest_request_wins_and_the_stale_one_is_cancelled) {
    FakeView view;
    view.hold = true;
    Worker worker([] {});
    worker.request(request_of(view, FakeView::values(0, 1, 0)));
    ASSERT_TRUE(eventually([&] { return view.entered == 1; }));
    for (std::int64_t part = 2; part <= 9; ++part)
        worker.request(request_of(view, FakeView::values(0, part, 0)));
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
    EXPECT_EQ(worker.status().expected_seconds, 2) << "as the job stated";
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

// After two seconds the coarse result is final until the user requests everything.
TEST(Worker, leaves_the_coarse_answer_of_what_nobody_asked_for) {
    FakeView view;
    view.hold = true;
    view.publish_first = true;
    Worker worker([] {});
    ComputeRequest request = request_of(view, FakeView::values(0, 7, 0));
    request.limited = true;
    worker.request(request);
    ASSERT_TRUE(eventually([&] { return worker.status().limited; }));
    EXPECT_FALSE(worker.status().running);
    EXPECT_EQ(number_in(worker.status()), -1);
    ASSERT_TRUE(eventually([&] { return view.cancelled > 0; })) << "nothing continues in the background";
    request.limited = false;
    worker.request(request);
    EXPECT_FALSE(worker.status().limited);
    view.hold = false;
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(number_in(worker.status()), 7);
}

TEST(Worker, finishes_what_nobody_asked_for_where_there_is_nothing_coarse) {
    FakeView view;
    view.hold = true;
    Worker worker([] {});
    ComputeRequest request = request_of(view, FakeView::values(0, 7, 0));
    request.limited = true;
    worker.request(request);
    std::this_thread::sleep_for(2200ms);
    EXPECT_TRUE(worker.status().running);
    view.hold = false;
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(number_in(worker.status()), 7);
}

TEST(Worker, reports_an_error_as_its_sentence_and_goes_on) {
    const FakeView view;
    Worker worker([] {});
    worker.request(request_of(view, FakeView::values(0, 13, 0)));
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(worker.status().error.english(), "thirteen is too much");
    worker.request(request_of(view, FakeView::values(0, 14, 0)));
    EXPECT_TRUE(worker.status().error.empty());
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(number_in(worker.status()), 14);
}

/// Runs work that is large enough for a graphics processor, so that one can fail.
class EngineView : public View {
  public:
    [[nodiscard]] const ViewInfo& info() const override { return fake_.info(); }
    [[nodiscard]] std::span<const Descriptor> parameters() const override { return fake_.parameters(); }
    [[nodiscard]] Values defaults() const override { return fake_.defaults(); }
    [[nodiscard]] std::vector<bool> used(const Values& values) const override { return fake_.used(values); }
    [[nodiscard]] Values checked(const Values& values) const override { return values; }
    [[nodiscard]] Values adjusted(const Values& values) const override { return values; }
    [[nodiscard]] Held prepare(const Values&, const Engine&, const Job&, const Held&) const override {
        return std::make_shared<const int>(0);
    }
    [[nodiscard]] Data sample(const Values&, const Held&, const SampleRequest&, const Engine& engine,
                              const Job& job) const override {
        static_cast<void>(engine.run(
            operation::RotationResidual{{}, {-1, 1, -1, 1, std::int64_t{1} << 20, std::int64_t{1} << 20}},
            job));
        return {};
    }
    [[nodiscard]] Figure figure(std::string_view, std::span<const Variant>, const Style&,
                                const Cursor&) const override {
        return {};
    }
    [[nodiscard]] Readout readout(std::span<const Variant>, const Style&, const Cursor&) const override {
        return {};
    }

  private:
    FakeView fake_;
};

std::shared_ptr<const EngineCatalogue> engines_with(std::shared_ptr<test::FakeEngine> cuda) {
    return test::catalogue_of(
        {{"cpu", std::make_shared<test::FakeEngine>("cpu")}, {"cuda", std::move(cuda)}});
}

TEST(Worker, tells_which_engine_computed_and_keeps_it_with_the_data) {
    const EngineView view;
    auto cuda = std::make_shared<test::FakeEngine>("cuda");
    const std::weak_ptr<test::FakeEngine> watched = cuda;
    std::shared_ptr<const Data> data;
    {
        Worker worker([] {});
        worker.request({&view, view.defaults(), {}, 8, 8, {"auto", engines_with(std::move(cuda))}});
        ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
        ASSERT_NE(worker.status().result, nullptr) << worker.status().error.english();
        data = worker.status().result->data;
        EXPECT_TRUE(worker.status().notice.empty());
    }
    EXPECT_EQ(data->engine, "cuda");
    EXPECT_FALSE(watched.expired()) << "data may compute on";
    data = nullptr;
    EXPECT_TRUE(watched.expired());
}

TEST(Worker, falls_back_to_the_next_engine_with_a_sentence) {
    const EngineView view;
    auto cuda = std::make_shared<test::FakeEngine>("cuda");
    cuda->fail = cuda->dead = [] { throw Unavailable("the device is lost"); };
    const auto engines = engines_with(cuda);
    Worker worker([] {});
    worker.request({&view, view.defaults(), {}, 8, 8, {"auto", engines}});
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(worker.status().notice.english(), "cuda: the device is lost. Continuing on cpu.");
    ASSERT_NE(worker.status().result, nullptr);
    EXPECT_EQ(worker.status().result->data->engine, "cpu");
    // prepared again, with another engine
    worker.request({&view, FakeView::values(1, 0, 0), {}, 8, 8, {"auto", engines}});
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_TRUE(worker.status().notice.empty()) << "a lost device is reported once";
}

TEST(Worker, an_engine_asked_for_by_name_is_used_or_it_is_an_error) {
    const EngineView view;
    auto cuda = std::make_shared<test::FakeEngine>("cuda");
    cuda->fail = [] { throw Unavailable("the device is lost"); };
    Worker worker([] {});
    worker.request({&view, view.defaults(), {}, 8, 8, {"cuda", engines_with(cuda)}});
    ASSERT_TRUE(eventually([&] { return !worker.status().running; }));
    EXPECT_EQ(worker.status().error.english(), "the device is lost");
    EXPECT_EQ(worker.status().result, nullptr);
}

}  // namespace
}  // namespace poslab
