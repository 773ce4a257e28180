// Texts embedded in pictures: for any bytes no more than the picture contains, and the same text that was
// embedded.
#include "app/paint/picture.hpp"
#include "app/paint/cairo_text.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <algorithm>

using namespace poslab;

namespace {

std::string picture_of(const PictureFormat& format, const std::string& text) {
    static const FontLibrary fonts;
    DrawList list;
    list.width = list.height = 40;
    if (format.render == nullptr) return format.files({}, {"p", text, "PosLab"}).front().bytes;
    return format.render(list, fonts,
                         {96, {{"Title", "t"}, {"Description", text}, {"Software", "PosLab"}}, {}});
}

/// True for one line of text that XML and PDF can represent.
bool can_be_told(std::string_view text) {
    return !text.empty() && text.size() < 500 && !byte_that_is_not_utf8(text) &&
           text.find_first_of("\r\n\t") == std::string_view::npos && text.front() != ' ' &&
           text.back() != ' ' &&
           std::none_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }) &&
           text.find("\xEF\xBF") == std::string_view::npos && text.find("\xC2") == std::string_view::npos &&
           cairo_text(text) == text;
}

}  // namespace

std::vector<std::string> poslab::test::fuzz_seeds() {
    std::vector<std::string> seeds;
    for (const char* text :
         {"poslab plot position-matrix --w 3 -o a.png", "图 'a' (b) \\ <c> & \"d\" ]]> --"}) {
        seeds.emplace_back(text);
        for (const PictureFormat* format : PictureFormat::all()) seeds.push_back(picture_of(*format, text));
    }
    return seeds;
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"\x89PNG\r\n\x1A\n",
            "IHDR",
            "tEXt",
            "iTXt",
            "zTXt",
            "IDAT",
            "IEND",
            "Description",
            "Software",
            "%PDF-1.",
            "/Title",
            "/Subject",
            "/Info",
            "obj",
            "endobj",
            "trailer",
            "xref",
            "stream",
            "<svg",
            "<title>",
            "<desc>",
            "</desc>",
            "&amp;",
            "&#x",
            "<!--",
            "-->",
            "<![CDATA[",
            "\xFE\xFF",
            "\\(",
            "\\777"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes = test::input_text(data, size);
    for (const PictureFormat* format : PictureFormat::all()) {
        if (format->metadata == nullptr) continue;
        std::size_t text_bytes = 0;
        if (const auto metadata = format->metadata(bytes))
            for (const auto& [key, value] : *metadata) text_bytes += key.size() + value.size();
        test::require(text_bytes <= 4 * size + 64, "more text than the file contains");
        if (format->render == nullptr || !can_be_told(bytes)) continue;
        const auto again = format->metadata(picture_of(*format, std::string(bytes)));
        if (!again || !again->contains("Description") || again->at("Description") != bytes)
            test::fail("another text than was put in: " + std::string(format->id) + ", " +
                       (again && again->contains("Description") ? again->at("Description") : "none"));
    }
    return 0;
}
