#include "core/base/job.hpp"

#include <gtest/gtest.h>

#include <stop_token>
#include <vector>

namespace poslab {
namespace {

TEST(Job, PartsStateTheirTimeToWhoeverWaits) {
    const std::stop_source source;
    std::vector<double> stated, reached;
    const Job job(
        source.get_token(), [&](double fraction) { reached.push_back(fraction); },
        [&](double seconds) { stated.push_back(seconds); });
    job.quiet().expect_seconds(2);
    job.quiet().progress(0.5);
    job.with_progress([&](double fraction) { job.progress(fraction / 2); }).progress(0.5);
    Job().expect_seconds(3);
    Job(source.get_token()).expect_seconds(4);
    EXPECT_EQ(stated, std::vector<double>{2});
    EXPECT_EQ(reached, std::vector<double>{0.25});
}

TEST(Job, CountsRepetitions) {
    std::vector<double> stated;
    const Job job({}, {}, [&](double seconds) { stated.push_back(seconds); });
    job.repeated(10).quiet().repeated(3).expect_seconds(2);
    job.expect_seconds(2);
    EXPECT_EQ(stated, (std::vector<double>{60, 2}));
    Job().repeated(2).expect_seconds(1);
}

TEST(Job, PartsStopTogether) {
    std::stop_source source;
    const Job job(
        source.get_token(), [](double) {}, [](double) {});
    const Job part = job.quiet().repeated(2);
    EXPECT_NO_THROW(part.check());
    source.request_stop();
    EXPECT_THROW(part.check(), Cancelled);
}

}  // namespace
}  // namespace poslab
