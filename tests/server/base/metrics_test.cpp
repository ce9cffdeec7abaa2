#include "server/base/metrics.hpp"

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace tanbo::base {
namespace {

TEST(Metrics, WritesCountersGaugesAndHistogramsAsPrometheusReadsThem) {
    Metrics metrics;
    metrics.counter("tanbo_moves_total", "Moves.", {{"api", "http"}}).add(3);
    metrics.gauge("tanbo_connections", "Open connections.").set(-2);
    Histogram& seconds = metrics.histogram("tanbo_commit_seconds", "Commits.", {0.5, 1});
    seconds.observe(0.5);
    seconds.observe(0.75);
    seconds.observe(4);

    EXPECT_EQ(metrics.text(),
              "# HELP tanbo_commit_seconds Commits.\n"
              "# TYPE tanbo_commit_seconds histogram\n"
              "tanbo_commit_seconds_count 3\n"
              "tanbo_commit_seconds_sum 5.25\n"
              "tanbo_commit_seconds_bucket{le=\"0.5\"} 1\n"
              "tanbo_commit_seconds_bucket{le=\"1\"} 2\n"
              "tanbo_commit_seconds_bucket{le=\"+Inf\"} 3\n"
              "# HELP tanbo_connections Open connections.\n"
              "# TYPE tanbo_connections gauge\n"
              "tanbo_connections -2\n"
              "# HELP tanbo_moves_total Moves.\n"
              "# TYPE tanbo_moves_total counter\n"
              "tanbo_moves_total{api=\"http\"} 3\n");
}

TEST(Metrics, KeepsLabelsAndTextsFromForgingALine) {
    Metrics metrics;
    metrics.counter("tanbo_a_total", "A \\ and \"b\"\nc", {{"k", "x\"\\\n"}, {"m", "ä"}}).add();
    metrics.histogram("tanbo_h", "H.", {0.0005}, {{"k", "1"}}).observe(0.0001);

    EXPECT_EQ(metrics.text(),
              "# HELP tanbo_a_total A \\\\ and \"b\"\\nc\n"
              "# TYPE tanbo_a_total counter\n"
              "tanbo_a_total{k=\"x\\\"\\\\\\n\",m=\"ä\"} 1\n"
              "# HELP tanbo_h H.\n"
              "# TYPE tanbo_h histogram\n"
              "tanbo_h_count{k=\"1\"} 1\n"
              "tanbo_h_sum{k=\"1\"} 0.0001\n"
              "tanbo_h_bucket{k=\"1\",le=\"0.0005\"} 1\n"
              "tanbo_h_bucket{k=\"1\",le=\"+Inf\"} 1\n");
}

TEST(Metrics, CountsPastWhatADoubleHolds) {
    Metrics metrics;
    metrics.counter("tanbo_a_total", "A.").add(9'007'199'254'740'993U);

    EXPECT_NE(metrics.text().find(" 9007199254740993\n"), std::string::npos);
}

TEST(Metrics, YieldsTheSameMetricForTheSameNameAndLabels) {
    Metrics metrics;
    Counter& a = metrics.counter("tanbo_a_total", "A.", {{"k", "1"}});
    Counter& b = metrics.counter("tanbo_a_total", "A.", {{"k", "2"}});

    EXPECT_EQ(&a, &metrics.counter("tanbo_a_total", "A.", {{"k", "1"}}));
    EXPECT_NE(&a, &b);
}

TEST(Metrics, WritesThoseOfOneNameInTheOrderOfTheirCreation) {
    Metrics metrics;
    for (const char* const label : {"b", "a", "c"}) {
        metrics.counter("tanbo_a_total", "A.", {{"k", label}}).add();
    }

    EXPECT_EQ(metrics.text(),
              "# HELP tanbo_a_total A.\n"
              "# TYPE tanbo_a_total counter\n"
              "tanbo_a_total{k=\"b\"} 1\n"
              "tanbo_a_total{k=\"a\"} 1\n"
              "tanbo_a_total{k=\"c\"} 1\n");
}

TEST(Metrics, RefusesABadNameABadLabelAndAnotherType) {
    Metrics metrics;
    metrics.counter("tanbo_a_total", "A.");

    EXPECT_THROW(metrics.counter("tanbo a", "A."), std::invalid_argument);
    EXPECT_THROW(metrics.counter("tanbo_b_total", "B.", {{"a-b", ""}}), std::invalid_argument);
    EXPECT_THROW(metrics.counter("", "A."), std::invalid_argument);
    EXPECT_THROW(metrics.counter("9tanbo", "A."), std::invalid_argument);
    EXPECT_THROW(metrics.counter("tanbo_b_total", "B.", {{"__name__", ""}}), std::invalid_argument);
    EXPECT_THROW(metrics.gauge("tanbo_a_total", "A."), std::invalid_argument);
    EXPECT_THROW(metrics.histogram("tanbo_h", "H.", {2, 1}), std::invalid_argument);
    EXPECT_EQ(metrics.text(),
              "# HELP tanbo_a_total A.\n# TYPE tanbo_a_total counter\ntanbo_a_total 0\n");
}

TEST(Metrics, LosesNothingWhenThreadsCountAtOnce) {
    Metrics metrics;
    Counter& counter = metrics.counter("tanbo_a_total", "A.");
    Histogram& histogram = metrics.histogram("tanbo_h", "H.", {1});
    std::vector<std::thread> threads;

    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 10'000; ++i) {
                counter.add();
                histogram.observe(1);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();

    EXPECT_EQ(counter.value(), 40'000U);
    EXPECT_EQ(histogram.bucket(0), 40'000U);
    EXPECT_EQ(histogram.sum(), 40'000.0);
}

}  // namespace
}  // namespace tanbo::base
