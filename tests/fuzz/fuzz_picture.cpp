// fuzz_picture [SEED [COUNT]]: pictures with bytes changed, cut and doubled. What they tell of themselves is read, or there is
// none; nothing crashes, and nothing grows beyond the file.
#include "app/paint/picture.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace poslab;

std::vector<std::string> whole_pictures() {
    static const FontLibrary fonts;
    DrawList list;
    list.width = list.height = 40;
    std::vector<std::string> pictures;
    for (const PictureFormat* format : PictureFormat::all())
        for (const char* text : {"poslab plot position-matrix --w 3 -o a.png", "图 'a' (b) \\ <c> & \"d\""})
            pictures.push_back(
                format->render == nullptr
                    ? format->files({}, {1, 1, "p", text, "PosLab"}).front().bytes
                    : format->render(list, fonts, {96, {{"Title", text}, {"Description", text}, {"Software", "PosLab"}}, {}}));
    return pictures;
}

void damage(std::string& bytes, std::mt19937_64& random) {
    const auto below = [&](std::size_t most) { return static_cast<std::size_t>(random() % (most + 1)); };
    for (std::size_t n = 1 + below(8); n > 0 && !bytes.empty(); --n) {
        const std::size_t at = below(bytes.size() - 1), size = below(std::min<std::size_t>(40, bytes.size() - at));
        switch (below(3)) {
            case 0:
                bytes[at] = static_cast<char>(random());
                break;
            case 1:
                bytes.erase(at, size);
                break;
            case 2:
                bytes.insert(at, bytes.substr(at, size));
                break;
            default:
                bytes.resize(at);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 20'000;
    std::mt19937_64 random(seed);
    const std::vector<std::string> pictures = whole_pictures();
    std::uint64_t read = 0;
    for (std::uint64_t n = 0; n < count; ++n) {
        std::string bytes = pictures[n % pictures.size()];
        damage(bytes, random);
        for (const PictureFormat* format : PictureFormat::all()) {
            if (format->metadata == nullptr) continue;
            const auto metadata = format->metadata(bytes);
            if (!metadata) continue;
            ++read;
            std::size_t size = 0;
            for (const auto& [key, value] : *metadata) size += key.size() + value.size();
            if (size <= 4 * bytes.size()) continue;
            std::fprintf(stderr, "fuzz_picture: input %llu of seed %llu: %zu bytes from %zu\n", static_cast<unsigned long long>(n),
                         static_cast<unsigned long long>(seed), size, bytes.size());
            return 1;
        }
    }
    std::printf("%llu inputs, %llu of them read\n", static_cast<unsigned long long>(count), static_cast<unsigned long long>(read));
    return read > 0 ? 0 : 1;
}
