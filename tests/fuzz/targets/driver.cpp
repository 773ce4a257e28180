// Runs a fuzz target. Without libFuzzer: TARGET_fuzzer [SEED [COUNT]] runs the stored corpus, then the seeds,
// then COUNT others: damaged seeds, and words in any order. With libFuzzer, which has the main function,
// --write-seeds=FOLDER writes the seeds into FOLDER and the words into FOLDER.dict.
#include "tests/fuzz/random_text.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

using namespace poslab;

[[maybe_unused]] std::string quoted(const std::string& word) {
    std::string text;
    for (const char c : word) {
        char code[5];
        std::snprintf(code, sizeof code, "\\x%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
        text += code;
    }
    return '"' + text + '"';
}

[[maybe_unused]] void write_seeds(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    int number = 0;
    for (const std::string& seed : test::fuzz_seeds())
        std::ofstream(folder / ("seed-" + std::to_string(number++)), std::ios::binary) << seed;
    std::ofstream dictionary(folder.string() + ".dict");
    for (const std::string& word : test::fuzz_words())
        if (!word.empty() && word.size() <= 64) dictionary << quoted(word) << '\n';
}

const std::string* present = nullptr;  // the current input

[[maybe_unused]] void show_present(int /*signal*/) {
    if (present != nullptr) std::fprintf(stderr, "the input: %s\n", test::printable(*present).c_str());
    std::fflush(stderr);
    std::_Exit(1);
}

[[maybe_unused]] void run(const std::string& bytes) {
    present = &bytes;
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

[[maybe_unused]] int run_corpus(const std::filesystem::path& folder) {
    int count = 0;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
        std::ifstream file(entry.path(), std::ios::binary);
        run({std::istreambuf_iterator<char>(file), {}});
        ++count;
    }
    return count;
}

}  // namespace

#ifdef POSLAB_FUZZ
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);  // NOLINT: libFuzzer's name
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    static constexpr std::string_view option = "--write-seeds=";
    for (int n = 1; n < *argc; ++n) {
        const std::string_view argument = (*argv)[n];
        if (!argument.starts_with(option)) continue;
        write_seeds(argument.substr(option.size()));
        std::exit(0);
    }
    return 0;
}
#else
int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const int count = argc > 2 ? std::atoi(argv[2]) : POSLAB_FUZZ_COUNT;
    std::signal(SIGABRT, show_present);
    const int corpus_count = run_corpus(POSLAB_FUZZ_CORPUS);
    const std::vector<std::string> seeds = test::fuzz_seeds();
    std::printf("seed %llu: %d stored inputs, %zu seeds, %d derived inputs\n",
                static_cast<unsigned long long>(seed), corpus_count, seeds.size(), count);
    for (const std::string& bytes : seeds) run(bytes);
    test::RandomText random(seed, test::fuzz_words());
    for (int n = 0; n < count; ++n) {
        std::string bytes;
        if (random.below(4) == 0) {
            for (std::uint64_t words = random.below(24); words > 0; --words) bytes += random.text();
            run(bytes);
            continue;
        }
        bytes = seeds[random.below(seeds.size())];
        for (std::uint64_t more = random.below(3); more > 0; --more)
            if (random.below(2) == 0)
                random.overwrite(bytes);
            else
                random.damage(bytes);
        if (random.below(8) == 0) bytes.resize(random.below(bytes.size() + 1));
        run(bytes);
    }
    return seeds.empty() ? 1 : 0;
}
#endif
