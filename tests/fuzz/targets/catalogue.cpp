// Catalogues of translations (.po): entries, or a std::invalid_argument that names the line.
#include "core/base/catalogue.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <stdexcept>

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    return {
        "msgid \"\"\nmsgstr \"Content-Type: text/plain\\n\"\n\nmsgctxt \"s\"\nmsgid \"a\"\nmsgstr \"b\"\n",
        "# c\n#, fuzzy\nmsgid \"a {}\"\n\"x\\\"\\\\\\t\"\nmsgid_plural \"as\"\nmsgstr[0] \"b\"\nmsgstr[1] "
        "\"c\"\n",
        "#~ msgid \"a\"\n#~ msgstr \"\"\n"};
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"msgid ",     "msgstr ", "msgctxt ", "msgid_plural ", "msgstr[0] ",
            "msgstr[1] ", "#~ ",     "#, ",      "\"\"",          "\\n",
            "\\\"",       "\\\\",    "\\x41",    "\r\n",          "\xEF\xBB\xBF"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        Catalogue catalogue(test::input_text(data, size));
        for (const Catalogue::Entry& entry : catalogue.entries()) {
            const std::string* found = catalogue.find(entry.english, entry.sense);
            test::require(entry.translation.empty() || found != nullptr, "an entry is not found");
        }
        static_cast<void>(catalogue.property("Content-Type"));
        const std::size_t before = catalogue.entries().size();
        catalogue.add(test::input_text(data, size));
        test::require(catalogue.entries().size() >= before, "entries are lost");
    } catch (const std::invalid_argument& error) {
        test::require(!std::string_view(error.what()).empty(), "an error without a message");
    }
    return 0;
}
