#include "core/engine/catalogue.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/engine_choice.hpp"
#include "tests/support/fake_engines.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace poslab {
namespace {

using test::FakeEngine;

template <class Thrown, class Run>
std::string headline_of(const Run& run) {
    try {
        run();
    } catch (const Thrown& error) {
        return error.what();
    }
    return "nothing was thrown";
}

TEST(Catalogue, StartsAnEngineOnceAndOnlyWhenItIsWanted) {
    const test::FakeSource cpu{"cpu", std::make_shared<FakeEngine>("cpu")},
        cuda{"cuda", std::make_shared<FakeEngine>("cuda")};
    const auto catalogue = test::catalogue_of({cpu, cuda});
    EXPECT_EQ(catalogue->names(), (std::vector<std::string>{"cpu", "cuda"}));
    EXPECT_TRUE(catalogue->may_be_available("cuda"));
    EXPECT_FALSE(catalogue->started("cuda"));
    EXPECT_EQ(*cuda.starts, 0);
    {
        std::array<std::jthread, 4> threads;
        for (std::jthread& thread : threads)
            thread = std::jthread([&] { static_cast<void>(catalogue->named("cuda")); });
    }
    EXPECT_EQ(*cuda.starts, 1);
    EXPECT_EQ(*cpu.starts, 0);
    EXPECT_TRUE(catalogue->started("cuda"));
    EXPECT_EQ(&catalogue->named("cuda"), cuda.engine.get());
    EXPECT_EQ(catalogue->status("cuda").device, "device of cuda");
}

TEST(Catalogue, SaysWhyAnEngineIsAbsent) {
    const test::FakeSource cuda{"cuda", nullptr};
    const auto catalogue = test::catalogue_of({{"cpu", std::make_shared<FakeEngine>("cpu")}, cuda});
    for (int again = 0; again < 2; ++again) {
        EXPECT_EQ(headline_of<Unavailable>([&] { static_cast<void>(catalogue->named("cuda")); }),
                  "engine cuda: no device of this kind");
    }
    EXPECT_EQ(*cuda.starts, 1) << "an absent engine is not searched for again";
    const EngineStatus status = catalogue->status("cuda");
    EXPECT_EQ(status.engine, nullptr);
    EXPECT_EQ(status.reason, "no device of this kind");
    EXPECT_EQ(status.remedy, "a device");
    EXPECT_EQ(headline_of<UsageError>([&] { static_cast<void>(catalogue->named("abacus")); }),
              "--engine abacus: must be one of auto, cpu, cuda");
    EXPECT_FALSE(catalogue->may_be_available("abacus"));
}

TEST(Catalogue, OneThatIsGivenUpIsAbsentFromThenOn) {
    const test::FakeSource cuda{"cuda", std::make_shared<FakeEngine>("cuda")};
    const auto catalogue = test::catalogue_of({cuda});
    const Engine& held = catalogue->named("cuda");
    catalogue->give_up("cuda", "it was lost");
    EXPECT_EQ(headline_of<Unavailable>([&] { static_cast<void>(catalogue->named("cuda")); }),
              "engine cuda: it was lost");
    EXPECT_EQ(held.name(), "cuda") << "users still hold it";
    EXPECT_EQ(*cuda.starts, 1);
}

TEST(Catalogue, EveryMachineHasReferenceAndCpu) {
    const EngineCatalogue catalogue(processor_sources());
    EXPECT_EQ(&catalogue.named("reference"), &reference_engine());
    EXPECT_EQ(&catalogue.named("cpu"), &cpu_engine());
    EXPECT_NE(catalogue.status("cpu").device.find("thread"), std::string::npos);
}

TEST(EngineChoice, TakesANameOrChoosesForItself) {
    EXPECT_EQ(EngineChoice{"reference"}.engine().get(), &reference_engine());
    EXPECT_EQ(EngineChoice{}.engine()->name(), "cpu");
    EXPECT_THROW(static_cast<void>(EngineChoice{"abacus"}.engine()), UsageError);
    EXPECT_THROW(static_cast<void>((EngineChoice{"cuda", test::catalogue_of({{"cuda", nullptr}})}).engine()),
                 Unavailable);
}

}  // namespace
}  // namespace poslab
