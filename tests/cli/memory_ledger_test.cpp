// No command takes more than POSLAB_MEMORY and what libraries and fonts need: it is refused, with the bytes
// that it would need, before it allocates them.
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/cli/command_line_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace poslab::test {
namespace {

constexpr double mebibyte = 0x1p20;
constexpr double libraries_and_fonts = 150 * mebibyte;

/// Writes `count` zeros of type float32; a sparse file.
void write_zeros(const std::string& path, const std::string& shape, std::int64_t count) {
    std::string header = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}), }}", shape);
    header += std::string(117 - header.size(), ' ') + "\n";
    std::ofstream file(path, std::ios::binary);
    file << "\x93NUMPY" << '\x01' << '\0' << static_cast<char>(header.size()) << '\0' << header;
    file.close();
    std::filesystem::resize_file(path, 128 + static_cast<std::uintmax_t>(count) * 4);
}

struct Command {
    std::string name;
    std::vector<std::string> words;
    bool fits_one_gibibyte = true;
};

std::ostream& operator<<(std::ostream& out, const Command& command) { return out << command.name; }

/// The commands whose memory grows with a parameter, a picture's size or a file, each far above 32 MiB.
std::vector<Command> commands() {
    std::vector<Command> all{
        {"Pixels", {"plot", "position-matrix", "--size", "8000x6000", "-o", "a.png"}},
        {"TransparentPixels",
         {"plot", "position-matrix", "--size", "8000x6000", "--transparent", "-o", "a.png"}},
        {"SheetOfCells",
         {"sweep", "position-matrix", "--length", "64", "--over", "w=1:16:8", "--over", "k=1:16:8", "--size",
          "8000x8000", "-o", "a.pdf"}},
        {"Cells",
         {"compute", "position-matrix", "--length", "4096", "--resolution", "4096x4096", "-o", "a.npz"}},
        {"Json",
         {"compute", "position-matrix", "--length", "4096", "--resolution", "3000x3000", "-o", "a.json"}},
        {"Csv",
         {"compute", "position-matrix", "--length", "4096", "--resolution", "3000x3000", "--array",
          "positions", "-o", "a.csv"}},
        {"Residual", {"compute", "rope-2d", "--resolution", "3000x3000", "-o", "a.npz"}},
        {"Attention",
         {"compute", "attention", "--length", "4096", "--resolution", "4096x4096", "-o", "a.npz"}},
        {"LongAttention", {"compute", "attention", "--length", "32768", "-o", "a.npz"}},
        {"Memory",
         {"compute", "memory", "--order", "1024", "--signal-length", "100000", "--array", "states", "-o",
          "a.npz"}},
        {"DenseStates",
         {"compute", "memory", "--measure", "fourier-legs", "--method", "forward", "--order", "2048",
          "--signal-length", "3", "--array", "states", "-o", "a.json"}},
        {"Sheet", {"sweep", "position-matrix", "--length", "4096", "--over", "w=1:4096:256", "-o", "a.pdf"}},
        {"SweptNumbers", {"sweep", "position-matrix", "--over", "w=1:512:128", "-o", "a.csv"}},
        {"Frames",
         {"sweep", "position-matrix", "--over", "w=1:64:3", "--size", "3000x3000", "-o", "frames/"}},
        {"Lesson", {"lesson", "rerope", "-o", "a.pdf"}},
        {"LiveLesson", {"lesson", "rerope", "--live", "-o", "a.html"}},
        {"Page", {"page", "attention", "-o", "a.html"}},
        {"Gallery", {"gallery", "-o", "gallery"}},
        {"Vectors", {"vectors", "--length", "65536", "--dim", "256", "-o", "a.npz"}},
        {"Buckets", {"check", "--t5-buckets", "buckets.npy"}},
        {"Logits",
         {"check", "--dim", "8", "--queries", "vectors.npy", "--keys", "vectors.npy", "--logits",
          "logits.npy"}},
        {"Slopes", {"check", "--alibi-slopes", "slopes.npy"}},
        {"HippoMatrices", {"check", "--hippo-a", "matrix.npy", "--discretisation", "bilinear"}},
        {"Training", {"train", "--text", "long.txt", "--steps", "1", "--train-length", "256", "-o", "model"}},
        {"Text",
         {"compute", "attention", "--source", "model", "--built-in", "english", "--text", "long.txt",
          "--length", "128", "-o", "a.json"}},
        {"Capture", {"--capture", "a.png", "--window-size", "4000x4000"}},
        {"HugeCapture", {"--capture", "a.png", "--window-size", "16384x16384"}, false},
    };
    for (const View* view : all_views()) {
        const std::string id(view->info().id);
        std::string name = id;
        name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
        all.push_back({"Png" + name, {"plot", id, "--size", "4000x3000", "-o", "a.png"}});
        all.push_back({"Pdf" + name, {"plot", id, "--size", "4000x3000", "-o", "a.pdf"}});
        all.push_back({"Numbers" + name, {"compute", id, "-o", "a.npz"}});
    }
    return all;
}

class MemoryLedger : public testing::TestWithParam<Command> {
  protected:
    MemoryLedger() {
        const std::vector<std::string>& words = GetParam().words;
        const auto uses = [&](const char* file) { return std::count(words.begin(), words.end(), file) > 0; };
        if (uses("buckets.npy")) write_zeros(folder_ / "buckets.npy", "4000, 4000", 16'000'000);
        if (uses("vectors.npy")) write_zeros(folder_ / "vectors.npy", "2048, 8", 16'384);
        if (uses("logits.npy")) write_zeros(folder_ / "logits.npy", "2048, 2048", 4'194'304);
        if (uses("slopes.npy")) write_zeros(folder_ / "slopes.npy", "1000000,", 1'000'000);
        if (uses("matrix.npy")) write_zeros(folder_ / "matrix.npy", "200, 200", 40'000);
        if (!uses("long.txt")) return;
        std::ofstream file(folder_ / "long.txt");
        for (int n = 0; n < 1'000'000; ++n) file << "a text of 32 million characters\n";
    }

    [[nodiscard]] Ran run(int mebibytes) const {
        std::vector<std::string> words{"/usr/bin/env", fmt::format("POSLAB_MEMORY={}M", mebibytes),
                                       POSLAB_BINARY};
        words.insert(words.end(), GetParam().words.begin(), GetParam().words.end());
        return run_program(words, {.folder = folder_.path()});
    }

    TemporaryFolder folder_;
};

TEST_P(MemoryLedger, HoldsNearTheCeiling) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers have their own operator new, and take more memory";
#endif
    for (const int mebibytes : {32, 64, 128, 256, 512, 1024}) {
        SCOPED_TRACE(mebibytes);
        const Ran ran = run(mebibytes);
        if (ran.code == 6) GTEST_SKIP() << ran.err;
        EXPECT_LE(ran.peak_bytes, mebibytes * mebibyte + libraries_and_fonts);
        if (ran.code != 5) {
            EXPECT_LE(ran.code, 1) << ran.err;  // 1: a check that disagrees
            return;
        }
        expect_error(ran, 5, "(set by POSLAB_MEMORY)");
        EXPECT_TRUE(ran.err.find(" MiB") != std::string::npos || ran.err.find(" GiB") != std::string::npos);
        EXPECT_EQ(ran.err.find(" 0.0 "), std::string::npos) << ran.err;
    }
    EXPECT_FALSE(GetParam().fits_one_gibibyte);
}

INSTANTIATE_TEST_SUITE_P(Commands, MemoryLedger, testing::ValuesIn(commands()),
                         [](const auto& command) { return command.param.name; });

}  // namespace
}  // namespace poslab::test
