// The tables of `poslab bench --markdown` and of PyTorch in the report of scripts/gpu-check, and the goals
// that are evaluated from them.
#include "tests/scripts/fake_machine.hpp"

namespace poslab::test {
namespace {

const std::string columns =
    "| benchmark | subject | engine | call ms | kernels ms | copies ms | to cpu | of floor | of rate | to "
    "first | device MB |\n"
    "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";

class BenchTable : public FakeMachine {
  protected:
    /// Sets the output of a benchmark; benchmarks without one print one row.
    void bench(const std::string& name, const std::string& table) const {
        file("bench." + name, table);
        devices({true, "NVIDIA H100"}, {false, "none"},
                "cat '" + path("programs/") + "'bench.$2 2>/dev/null || printf '%s\\n' '" + columns +
                    "'\"| $2 | any | cuda | 1 | 1 | – | – | – | – | 1 | 9 |\"");
    }
    /// The goal with this beginning: whether it is met, and what was measured.
    [[nodiscard]] nlohmann::json goal(const std::string& begins) const {
        const nlohmann::json all = report()["goals"];
        for (const auto& one : all)
            if (one["goal"].get<std::string>().starts_with(begins)) return {one["measured"], one["met"]};
        return "no such goal";
    }
};

TEST_F(BenchTable, IsReadRowByRow) {
    bench("attention-longest",
          columns + "| attention-longest | rerope | cuda | 80 | 75 | 1 | – | – | 66 % | 1.01 | 612.5 |\n");
    bench(
        "attention-large",
        "A sentence.\n\n" + columns +
            "| attention-large | rope | cpu | 9.005e+04 | – | – | 1.000 | 80.0 % | – | 1.00 | – |\n"
            "| attention-large | rope | cuda | 5.50 | 4.00 | 1.10 | 0.006 | 50.0 % | 64.1 % | 1.00 | 210 |\n"
            "| attention-large | rerope | cuda | 6.60 | 4.10 | 1.10 | 0.007 | 48.0 % | 62.1 % | 1.03 | 215 "
            "|\n");
    program("python3",
            "case $1 in -c) exit 0 ;; esac; case $2 in rope,*) echo json ;; *) printf '| way | kernels ms | "
            "call ms | device MB | "
            "|\\n|---|---|---|---|---|\\n"
            "| rerope | 41.00 | 50 | 21000 | all rows |\\n| rerope-tf32 | 18.04 | 30 | 21000 | |\\n| sdpa | "
            "– | – | – | out of "
            "memory |\\n' ;; esac");
    EXPECT_EQ(check({"--only", "bench"}).code, 0) << lines("bench");
    EXPECT_EQ(check({"--only", "torch"}).code, 0) << lines("torch");
    const nlohmann::json rows = report()["bench"];
    ASSERT_EQ(rows.size(), 3U + 8U) << "those of attention-large, and of each other benchmark one";
    EXPECT_EQ(rows[0]["call ms"], 90050);
    EXPECT_EQ(rows[0]["kernels ms"], nullptr);
    EXPECT_EQ(rows[2], (nlohmann::json{{"benchmark", "attention-large"},
                                       {"subject", "rerope"},
                                       {"engine", "cuda"},
                                       {"call ms", 6.6},
                                       {"kernels ms", 4.1},
                                       {"copies ms", 1.1},
                                       {"to cpu", 0.007},
                                       {"of floor", 48.0},
                                       {"of rate", 62.1},
                                       {"to first", 1.03},
                                       {"device MB", 215}}));
    EXPECT_EQ(goal("ReRoPE of 32,768 tokens, d = 128: share"), (nlohmann::json{62.1, true}));
    EXPECT_EQ(goal("PyTorch's two passes of ReRoPE in float32"), (nlohmann::json{10, true}));
    EXPECT_EQ(goal("the same in TF32"), (nlohmann::json{4.4, false}));
    EXPECT_EQ(goal("ReRoPE of 32,768 tokens takes, against RoPE"), (nlohmann::json{1.03, true}));
    EXPECT_EQ(goal("131,072 tokens"), (nlohmann::json{612.5, false}));
    EXPECT_EQ(goal("the whole call"), (nlohmann::json{1.61, false}));
    EXPECT_NE(text("gpu-check.md").find("\n" + columns + "| attention-large | rope | cpu | 9.005e+04 |"),
              std::string::npos)
        << text("gpu-check.md");
    EXPECT_NE(text("gpu-check.md").find("| ≤ 600 MB | 612.5 MB | **no** |"), std::string::npos)
        << text("gpu-check.md");
}

TEST_F(BenchTable, OfOtherColumnsIsAFailureAndNoRow) {
    for (const std::string& table :
         {std::string(
              "| benchmark | subject | engine | call ms |\n|---|---|---|---|\n| a | b | cuda | 1 |\n"),
          std::string("no table at all\n"), std::string(), columns,
          columns + "| attention-large | rope | cuda | 5.50 |\n"}) {
        bench("attention-large", table);
        EXPECT_EQ(check({"--only", "bench"}).code, 1) << table;
        EXPECT_EQ(result("bench"), "failed");
        EXPECT_TRUE(lines("bench").starts_with("poslab bench attention-large --engine cuda: "))
            << lines("bench");
        const nlohmann::json rows = report()["bench"];
        ASSERT_EQ(rows.size(), 8U) << "the other benchmarks";
        for (const auto& row : rows) EXPECT_NE(row["benchmark"], "attention-large");
    }
    EXPECT_NE(lines("bench").find("does not have one cell per column"), std::string::npos) << lines("bench");
}

}  // namespace
}  // namespace poslab::test
