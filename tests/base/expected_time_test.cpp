#include "core/base/expected_time.hpp"

#include <gtest/gtest.h>

#include <stop_token>
#include <thread>
#include <vector>

namespace poslab {
namespace {

TEST(ExpectedTime, ReachesWhoeverWaitsForTheJob) {
    const std::stop_source one, other;
    std::vector<double> stated;
    const Job job(one.get_token(), [](double) {}), part(job.stop_token());
    expect_seconds(job, 1);  // no one waits yet
    {
        const ExpectedTime time(one.get_token(), [&](double seconds) { stated.push_back(seconds); });
        expect_seconds(part, 2);
        std::thread([&] { expect_seconds(job, 3); }).join();
        expect_seconds(Job(other.get_token()), 4);
        expect_seconds(Job(), 5);
    }
    expect_seconds(job, 6);
    EXPECT_EQ(stated, (std::vector<double>{2, 3}));
}

TEST(ExpectedTime, CountsRepetitions) {
    const std::stop_source source;
    std::vector<double> stated;
    const Job job(source.get_token());
    const ExpectedTime time(source.get_token(), [&](double seconds) { stated.push_back(seconds); });
    {
        const Repeated frames(job, 10);
        const Repeated variants(job, 3);
        expect_seconds(job, 2);
    }
    expect_seconds(job, 2);
    EXPECT_EQ(stated, (std::vector<double>{60, 2}));
}

}  // namespace
}  // namespace poslab
