#include "core/engine/auto_engine.hpp"
#include "core/base/job.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/field.hpp"
#include "tests/support/fake_engines.hpp"
#include "tests/support/languages.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <new>

namespace poslab {
namespace {

using test::FakeEngine;

/// The cpu needs a second per unit. A running device is used from ten seconds of work, one that must be
/// started from a hundred.
OffloadThresholds plain_worth() {
    OffloadThresholds thresholds;
    thresholds.cpu_seconds.fill(1);
    thresholds.min_seconds.fill(10);
    thresholds.min_seconds[static_cast<std::size_t>(Operation::position_field)] =
        std::numeric_limits<double>::infinity();
    thresholds.start_seconds = 100;
    return thresholds;
}

/// The program's engines other than the reference, as fakes.
class Machine {
  public:
    std::shared_ptr<FakeEngine> cpu = std::make_shared<FakeEngine>("cpu"),
                                cuda = std::make_shared<FakeEngine>("cuda"),
                                opengl = std::make_shared<FakeEngine>("opengl");
    test::FakeSource of_cuda{"cuda", cuda}, of_opengl{"opengl", opengl};

    [[nodiscard]] const std::shared_ptr<const EngineCatalogue>& catalogue() {
        if (catalogue_ == nullptr) catalogue_ = test::catalogue_of({{"cpu", cpu}, of_opengl, of_cuda});
        return catalogue_;
    }
    [[nodiscard]] AutoEngine chooser() { return {catalogue(), plain_worth()}; }

  private:
    std::shared_ptr<const EngineCatalogue> catalogue_;
};

/// Runs work of this many points, each of which takes the cpu a second.
void work(const Engine& engine, std::int64_t points, const Job& job = {}) {
    static_cast<void>(engine.run(operation::RotationResidual{{}, {-1, 1, -1, 1, points, 1}}, job));
}

std::vector<std::string> sentences(const Engine& engine) {
    std::vector<std::string> all;
    for (const Message& notice : engine.notices()) all.push_back(notice.english());
    return all;
}

using Sentences = std::vector<std::string>;

TEST(AutoEngine, WhatIsSlowDependsOnWhoRuns) {
    Machine machine;
    machine.cpu->slow_beyond = 50;
    machine.cuda->slow_beyond = 1000;
    const AutoEngine engine = machine.chooser();
    EXPECT_FALSE(engine.is_slow(Operation::rotation_residual, 50));
    EXPECT_TRUE(engine.is_slow(Operation::rotation_residual, 51)) << "no device was started yet";
    work(engine, 200);
    EXPECT_FALSE(engine.is_slow(Operation::rotation_residual, 1000));
    EXPECT_TRUE(engine.is_slow(Operation::rotation_residual, 1001));
}

// Work that a device does quickly is slow on the cpu, and slower on the reference engine.
TEST(IsSlow, GrowsWithTheSizeAndFallsWithTheEngine) {
    for (std::size_t n = 0; n < operation_count; ++n) {
        const auto operation = static_cast<Operation>(n);
        EXPECT_FALSE(reference_engine().is_slow(operation, 1000));
        EXPECT_TRUE(reference_engine().is_slow(operation, 1e9));
        bool slow = false;
        for (double size = 1; size < 1e15; size *= 2) {
            EXPECT_GE(reference_engine().is_slow(operation, size), cpu_engine().is_slow(operation, size))
                << n << " " << size;
            EXPECT_GE(cpu_engine().is_slow(operation, size), slow) << n << " " << size;
            slow = cpu_engine().is_slow(operation, size);
        }
        EXPECT_EQ(slow, operation != Operation::position_field) << n << ": its time depends on pixels";
    }
}

TEST(AutoEngine, SmallWorkStaysOnTheCpuAndAsksForNothing) {
    Machine machine;
    const AutoEngine engine = machine.chooser();
    EXPECT_EQ(engine.name(), "cpu") << "before it did anything";
    for (int i = 0; i < 1000; ++i) work(engine, 9);
    EXPECT_EQ(engine.name(), "cpu");
    EXPECT_EQ(machine.cpu->calls, 1000);
    EXPECT_EQ(*machine.of_cuda.starts + *machine.of_opengl.starts, 0);
    EXPECT_TRUE(engine.notices().empty());
}

TEST(AutoEngine, LargeWorkStartsCudaWhichThenTakesSmallerWork) {
    Machine machine;
    const AutoEngine engine = machine.chooser();
    work(engine, 100);
    EXPECT_EQ(engine.name(), "cuda");
    work(engine, 10);
    EXPECT_EQ(machine.cuda->calls, 2);
    work(engine, 9);
    EXPECT_EQ(machine.cuda->calls, 2);
    EXPECT_EQ(engine.name(), "cuda, cpu");
    EXPECT_EQ(*machine.of_opengl.starts, 0) << "the second choice is not needed";
}

TEST(AutoEngine, WorkThatCameTogetherIsWorthAStart) {
    Machine machine;
    for (int i = 0; i < 9; ++i) {
        const AutoEngine engine = machine.chooser();  // another computation of the same program
        work(engine, 11);
        EXPECT_EQ(engine.name(), "cpu");
    }
    const AutoEngine engine = machine.chooser();
    work(engine, 11);  // ten times 11 units of work in total
    EXPECT_EQ(engine.name(), "cuda");
}

TEST(AutoEngine, PositionFieldsNeverLeaveTheCpu) {
    Machine machine;
    const AutoEngine engine = machine.chooser();
    work(engine, 1000);
    static_cast<void>(
        engine.run(operation::PositionField{{}, {{0, 1 << 20}, {0, 1 << 20}, 4, 4, Pool::mean}}, {}));
    EXPECT_EQ(machine.cpu->calls, 1);
    const OffloadThresholds thresholds = offload_thresholds(8);
    EXPECT_EQ(thresholds.min_seconds[static_cast<std::size_t>(Operation::position_field)],
              std::numeric_limits<double>::infinity());
}

// A scan of few channels is a chain of short steps, which no device speeds up.
TEST(AutoEngine, ScansOfFewChannelsStayOnTheCpu) {
    Machine machine;
    const AutoEngine engine = machine.chooser();
    const std::vector<double> signal(4096);
    const std::vector<std::int64_t> one{4096}, many{8};
    static_cast<void>(engine.run(operation::LegsScan{{.order = 64, .signal = signal}, one}, {}));
    EXPECT_EQ(engine.name(), "cpu");
    static_cast<void>(
        engine.run(operation::LegsScan{{.order = 64, .channels = 512, .signal = signal}, many}, {}));
    EXPECT_EQ(machine.cuda->calls, 1);
}

TEST(AutoEngine, MoreThreadsMakeADeviceWorthLess) {
    const OffloadThresholds two = offload_thresholds(2), many = offload_thresholds(64);
    for (std::size_t n = 0; n < operation_count; ++n) {
        EXPECT_NEAR(two.cpu_seconds[n] / many.cpu_seconds[n], 32, 1e-9) << n;
        EXPECT_EQ(two.min_seconds[n], many.min_seconds[n]) << n;
        EXPECT_LE(0.001, many.min_seconds[n]) << "transfers take about as long";
    }
    EXPECT_GE(two.start_seconds, 0.3) << "a start takes about as long";
}

TEST(AutoEngine, OpenGlWhereThereIsNoCuda) {
    Machine machine;
    machine.of_cuda.may_be_available = false;
    const AutoEngine engine = machine.chooser();
    work(engine, 100);
    EXPECT_EQ(engine.name(), "opengl");
    EXPECT_EQ(*machine.of_cuda.starts, 0);
    EXPECT_TRUE(engine.notices().empty()) << "an absent engine has not failed";
}

TEST(AutoEngine, ASoftwareRasteriserIsNeverChosen) {
    Machine machine;
    machine.of_cuda.may_be_available = false;
    machine.of_opengl.software = true;
    static_cast<void>(machine.catalogue()->status("opengl"));  // running, because it was requested by name
    const AutoEngine engine = machine.chooser();
    work(engine, 1000);
    EXPECT_EQ(engine.name(), "cpu");
    EXPECT_EQ(machine.opengl->calls, 0);
}

TEST(AutoEngine, PassesUnsupportedWorkOnSilently) {
    Machine machine;
    machine.cuda->largest = 500;
    const AutoEngine engine = machine.chooser();
    work(engine, 1000);
    EXPECT_EQ(engine.name(), "opengl");
    EXPECT_EQ(machine.cuda->calls, 0);
    EXPECT_TRUE(engine.notices().empty());
    EXPECT_TRUE(engine.unsupported_reason(Operation::rotation_residual, 1000).empty());
}

TEST(AutoEngine, ADeviceThatCannotBeStartedIsToldOnce) {
    Machine machine;
    machine.of_cuda.engine = nullptr;
    const AutoEngine first = machine.chooser();
    work(first, 100);
    work(first, 100);
    EXPECT_EQ(sentences(first), Sentences{"cuda: no device of this kind. Continuing on opengl."});
    EXPECT_EQ(first.notices()[0].in(test::chinese()), "cuda：no device of this kind。改用 opengl。");
    const AutoEngine second = machine.chooser();
    work(second, 100);
    EXPECT_EQ(second.name(), "opengl");
    EXPECT_TRUE(second.notices().empty());
    EXPECT_EQ(*machine.of_cuda.starts, 1);
}

TEST(AutoEngine, PassesFailedWorkOnWithAMessage) {
    struct Case {
        std::function<void()> fail;
        std::string reason;
    };
    const std::vector<Case> cases{{[] { throw Unavailable("4 GB of its memory were wanted for the keys"); },
                                   "4 GB of its memory were wanted for the keys"},
                                  {[] { throw TooLarge("9 GB, and it has 8 GB"); }, "9 GB, and it has 8 GB"},
                                  {[] { throw std::bad_alloc(); }, "out of memory"}};
    for (const Case& tested : cases) {
        SCOPED_TRACE(tested.reason);
        Machine machine;
        machine.cuda->fail = tested.fail;
        const AutoEngine engine = machine.chooser();
        work(engine, 200);
        EXPECT_EQ(engine.name(), "opengl");
        EXPECT_EQ(sentences(engine), Sentences{"cuda: " + tested.reason + ". Continuing on opengl."});
        // The device is not tried again for the same amount of such work or more, but it is for less.
        work(engine, 300);
        EXPECT_EQ(machine.cuda->calls, 1);
        work(engine, 150);
        EXPECT_EQ(machine.cuda->calls, 2);
        EXPECT_EQ(engine.notices().size(), 1U) << "the same notice appears once";
        machine.cuda->fail = {};
        // The next computation tries the device again, since memory may be free by then.
        work(machine.chooser(), 300);
        EXPECT_EQ(machine.cuda->calls, 3);
    }
}

TEST(AutoEngine, ContinuesOnTheCpuIfAllDevicesFail) {
    Machine machine;
    machine.cuda->fail = [] { throw TooLarge("too large for one"); };
    machine.opengl->fail = [] { throw Unavailable("its driver fails"); };
    const AutoEngine engine = machine.chooser();
    work(engine, 100);
    EXPECT_EQ(engine.name(), "cpu");
    EXPECT_EQ(sentences(engine), (Sentences{"cuda: too large for one. Continuing on opengl.",
                                            "opengl: its driver fails. Continuing on cpu."}));
}

TEST(AutoEngine, ALostDeviceIsNotTriedAgainByAnyone) {
    Machine machine;
    machine.cuda->fail = machine.cuda->dead = [] { throw Unavailable("an illegal address"); };
    const AutoEngine engine = machine.chooser();
    work(engine, 100);
    EXPECT_EQ(sentences(engine), Sentences{"cuda: an illegal address. Continuing on opengl."});
    work(engine, 50);
    const AutoEngine another = machine.chooser();
    work(another, 100);
    EXPECT_EQ(machine.cuda->calls, 1);
    EXPECT_EQ(another.name(), "opengl");
    EXPECT_TRUE(another.notices().empty());
    EXPECT_EQ(machine.catalogue()->status("cuda").reason, "it was lost: an illegal address");
}

TEST(AutoEngine, MistakesAndCancellationGoThrough) {
    Machine machine;
    machine.cuda->fail = [] { throw UsageError("there is no such row"); };
    const AutoEngine engine = machine.chooser();
    EXPECT_THROW(work(engine, 100), UsageError);
    machine.cuda->fail = [] { throw Cancelled{}; };
    EXPECT_THROW(work(engine, 100), Cancelled);
    EXPECT_TRUE(engine.notices().empty());
    EXPECT_EQ(machine.opengl->calls + machine.cpu->calls, 0);
    machine.cuda->fail = {};
    machine.cpu->fail = [] { throw TooLarge("the states do not fit"); };
    EXPECT_THROW(work(engine, 1), TooLarge) << "no engine can replace the cpu";
}

TEST(AutoEngine, WhoIsCancelledDoesNotBeginAgainElsewhere) {
    Machine machine;
    std::stop_source stop;
    machine.cuda->fail = [&stop] {
        stop.request_stop();
        throw Unavailable("out of memory");
    };
    const AutoEngine engine = machine.chooser();
    EXPECT_THROW(work(engine, 100, Job(stop.get_token())), Cancelled);
    EXPECT_EQ(machine.opengl->calls + machine.cpu->calls, 0);
}

}  // namespace
}  // namespace poslab
