// Models that SentencePiece would follow out of its memory are refused; others have the library's tokens.
#include "core/tokens/sentencepiece_safety.hpp"
#include "tests/support/languages.hpp"
#include "tests/tokens/sentencepiece_bytes.hpp"
#include "tests/tokens/token_fixtures.hpp"

#include <fstream>
#include <random>

namespace poslab::test {
namespace {

const std::string broken_map =
    "has a broken normalization map (precompiled_charsmap); tokens can be given as "
    "numbers instead (--tokens)";

std::string refusal_of_model(const std::string& bytes) {
    const auto refusal = refusal_of_sentencepiece(bytes);
    return refusal ? refusal->english() : std::string();
}
std::string refusal_of_map(const std::string& map) { return refusal_of_model(model_with_map(map)); }

/// Units of Darts-clone's double array.
constexpr std::uint32_t unit(std::uint32_t label, std::uint32_t offset, bool ends_key = false) {
    return offset << 10U | (ends_key ? 0x100U : 0U) | label;
}
constexpr std::uint32_t text_at(std::uint32_t place) { return 0x80000000U | place; }
/// A leaf: a unit that is on no path.
constexpr std::uint32_t nowhere = 0x80000000U;

/// The array of a map with one key, `a`, whose text is at `place`: the root's children are around 1, and the
/// children of "a" around 512.
std::vector<std::uint32_t> one_key(std::uint32_t place) {
    std::vector<std::uint32_t> units(1024, nowhere);
    units[0] = unit(0, 256);
    units[256 ^ 'a'] = unit('a', (256 ^ 'a') ^ 512, true);
    units[512] = text_at(place);
    return units;
}

TEST(SentencepieceSafety, AMapOfRulesHasTheTokensOfItsRules) {
    // Trained with the rules A → a, B → b, ﬁ → fi, Km → km and ・ → nothing.
    const auto tokenizer = fixture_tokenizer("rules.model");
    for (const auto& [text, folded] : std::vector<std::pair<std::string, std::string>>{
             {"ABBA", "abba"}, {"\uFB01sh", "fish"}, {"3 Km", "3 km"}, {"a\u30FBb", "ab"}}) {
        EXPECT_EQ(tokenizer->encode(text), tokenizer->encode(folded)) << text;
        EXPECT_FALSE(tokenizer->encode(text).empty());
    }
    EXPECT_NE(tokenizer->encode("KM"), tokenizer->encode("km"));
}

TEST(SentencepieceSafety, AWrittenMapIsAccepted) {
    EXPECT_EQ(refusal_of_map(normalization_map(one_key(0), std::string("b\0", 2))), "");
    EXPECT_EQ(refusal_of_map(""), "");
}

TEST(SentencepieceSafety, OffsetsThatLeaveTheMapAreRefused) {
    using namespace std::string_literals;
    const std::string texts = "b\0"s;
    const auto with = [](std::size_t place, std::uint32_t value) {
        auto units = one_key(0);
        units.at(place) = value;
        return units;
    };
    EXPECT_EQ(refusal_of_map(normalization_map(with(0, unit(0, 1024)), texts)), broken_map) << "root";
    EXPECT_EQ(refusal_of_map(normalization_map(with(0, 0xFFFFFE00U), texts)), broken_map) << "wide offset";
    EXPECT_EQ(refusal_of_map(normalization_map(with(256 ^ 'a', unit('a', 1U << 20U)), texts)), broken_map)
        << "child";
    EXPECT_EQ(refusal_of_map(normalization_map(one_key(2), texts)), broken_map) << "text after the end";
    EXPECT_EQ(refusal_of_map(normalization_map(one_key(0), "b")), broken_map) << "text without an end";
    EXPECT_EQ(refusal_of_map(normalization_map(one_key(0), "")), broken_map) << "no texts";
    EXPECT_EQ(refusal_of_map(normalization_map(one_key(0), "\xC3\0"s)), broken_map) << "no UTF-8";
    EXPECT_EQ(refusal_of_map(normalization_map(one_key(1), "\u00E9\0"s)), broken_map) << "within é";
    EXPECT_EQ(refusal_of_map(normalization_map(one_key(0), std::string(65, 'b') + "\0"s)), broken_map)
        << "text too long";
    EXPECT_EQ(refusal_of_map(normalization_map({}, texts)), broken_map) << "no units";
    EXPECT_EQ(refusal_of_map(normalization_map({unit(0, 0)}, texts)), broken_map) << "part of a block";
    EXPECT_EQ(refusal_of_map("\xFF\xFF\xFF\xFF" + texts), broken_map) << "size of the array";
    EXPECT_EQ(refusal_of_map("abc"), broken_map);
    EXPECT_EQ(refusal_of_map(normalization_map(std::vector<std::uint32_t>(1U << 20U, nowhere), texts)),
              broken_map)
        << "more than 4 MiB";
}

TEST(SentencepieceSafety, KeysWithoutEndAreRefused) {
    // "a" is a child of itself, so a text of a's matches more keys than the library has room for.
    auto units = one_key(0);
    units[256 ^ 'a'] = unit('a', 'a', true);
    units[256] = text_at(0);
    EXPECT_EQ(refusal_of_map(normalization_map(units, std::string("b\0", 2))), broken_map);
    // 33 keys that begin with each other, each in blocks of its own.
    const auto nested = [](std::uint32_t keys) {
        std::vector<std::uint32_t> chain(256 * (keys + 2), nowhere);
        chain[0] = unit(0, 256);
        for (std::uint32_t n = 1; n <= keys; ++n) {
            const std::uint32_t place = (256 * n) ^ 'a', below = 256 * (n + 1);
            chain[place] = unit('a', place ^ below, true);
            chain[below] = text_at(0);
        }
        return normalization_map(chain, std::string("b\0", 2));
    };
    EXPECT_EQ(refusal_of_map(nested(32)), "");
    EXPECT_EQ(refusal_of_map(nested(33)), broken_map);
}

TEST(SentencepieceSafety, TheMapForDecodingIsChecked) {
    EXPECT_EQ(refusal_of_model(piece("<unk>", 2) + piece("a") + field(5, field(2, "abc"))), broken_map);
}

TEST(SentencepieceSafety, UserDefinedPiecesThatBeginWithEachOther) {
    const auto model = [](std::size_t count) {
        std::string bytes = piece("<unk>", 2);
        for (std::size_t n = 1; n <= count; ++n) bytes += piece(std::string(n, 'a'), 4);
        return bytes;
    };
    EXPECT_EQ(refusal_of_model(model(64)), "");
    EXPECT_EQ(
        refusal_of_model(model(65)),
        "has more than 64 user-defined pieces that begin with each other; tokens can be given as numbers "
        "instead (--tokens)");
    // The library reads 2³² + 4 as 4, and keeps a type when an unknown one follows.
    std::string odd = model(64);
    odd += field(1, field(1, std::string(65, 'a')) + varint(3U << 3U) + varint((1ULL << 32U) + 4) +
                        varint(3U << 3U) + varint(99));
    EXPECT_NE(refusal_of_model(odd), "");
}

TEST(SentencepieceSafety, AreSentencesInChinese) {
    EXPECT_EQ(refusal_of_sentencepiece(model_with_map("abc"))->in(chinese()),
              "规范化映射（precompiled_charsmap）已损坏；可改用数字形式直接给出词元（--tokens）");
}

/// Whatever is accepted can be used: a wrong offset would end this program.
TEST(SentencepieceSafety, DamagedMapsAreRefusedOrUsed) {
    const std::string whole = read_file(fixture_path("rules.model/tokenizer.model"));
    const std::size_t map = whole.find(std::string("\x12\x8F\x08\x00\x04\x00\x00", 7));
    ASSERT_NE(map, std::string::npos);
    constexpr std::size_t map_bytes = 1039;
    const TemporaryFolder folder;
    const std::string path = folder / "tokenizer.model";
    std::mt19937 random(51);
    std::size_t accepted = 0, refused = 0;
    for (int n = 0; n < 600; ++n) {
        std::string bytes = whole;
        for (unsigned more = random() % 8 + 1; more > 0; --more)
            bytes[map + 3 + random() % map_bytes] = static_cast<char>(random());
        std::ofstream(path, std::ios::binary) << bytes;
        const std::string why = refusal_of([&] {
            const auto tokenizer = read_sentencepiece_tokenizer(path);
            for (const std::string& text : fixture_strings()) static_cast<void>(tokenizer->encode(text));
            return 0;
        });
        ++(why.empty() ? accepted : refused);
        EXPECT_TRUE(why.empty() || why == path + ": " + broken_map) << why;
    }
    EXPECT_GT(accepted, 20U);
    EXPECT_GT(refused, 20U);
}

}  // namespace
}  // namespace poslab::test
