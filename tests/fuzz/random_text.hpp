#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace poslab::test {

/// Pieces that a parser knows, joined and damaged at random.
class RandomText {
  public:
    RandomText(std::uint64_t seed, std::vector<std::string> words)
        : random_(seed), words_(std::move(words)) {}

    [[nodiscard]] std::uint64_t below(std::uint64_t n) { return random_() % n; }
    [[nodiscard]] const std::string& word() { return words_[below(words_.size())]; }

    /// A word, unchanged or damaged, or random bytes.
    [[nodiscard]] std::string text() {
        const std::uint64_t kind = below(8);
        if (kind == 0) return bytes(below(40));
        std::string text = word();
        if (kind == 1) text += word();
        if (kind <= 3) damage(text);
        return text;
    }

    void damage(std::string& text) {
        for (std::uint64_t n = 1 + below(3); n > 0; --n) {
            const std::size_t at = below(text.size() + 1);
            switch (below(5)) {
                case 0:
                    text.insert(at, 1, byte());
                    break;
                case 1:
                    text.erase(at, 1 + below(3));
                    break;
                case 2:
                    text.insert(at, word());
                    break;
                case 3:
                    text.insert(at, text.substr(0, below(text.size() + 1)));
                    break;
                default:
                    if (at < text.size()) text[at] = byte();
            }
        }
        text.resize(std::min<std::size_t>(text.size(), 4096));
    }

    /// Replaces some bytes, so that the rest does not move.
    void overwrite(std::string& bytes) {
        for (std::uint64_t more = 1 + below(3); more > 0 && !bytes.empty(); --more) {
            const std::string other = below(2) == 0 ? word() : std::string(1, static_cast<char>(below(256)));
            const std::size_t at = below(bytes.size());
            const std::size_t size = std::min(other.size(), bytes.size() - at);
            bytes.replace(at, size, other, 0, size);
        }
    }

  private:
    [[nodiscard]] char byte() {
        static constexpr std::string_view likely = "0123456789+-.eExX:=,\"'{}[]\\ \n\t/";
        return below(3) == 0 ? static_cast<char>(below(256)) : likely[below(likely.size())];
    }
    [[nodiscard]] std::string bytes(std::size_t size) {
        std::string text;
        while (text.size() < size) text += static_cast<char>(below(256));
        return text;
    }

    std::mt19937_64 random_;
    std::vector<std::string> words_;
};

inline std::string printable(const std::string& text) {
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7F)
            out += c;
        else
            (out += "\\x").append({digits[byte >> 4U], digits[byte & 15U]});
    }
    return out;
}

}  // namespace poslab::test
