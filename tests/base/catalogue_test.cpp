#include "core/base/catalogue.hpp"
#include "core/base/message.hpp"
#include "tests/support/languages.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace poslab {
namespace {

constexpr std::string_view some = R"(# A comment.
msgid ""
msgstr ""
"Language: xx\n"

#: core/a.cpp
msgid "Map"
msgstr "Karte"

msgctxt "figure"
msgid "Map"
msgstr "Bild"

#, fuzzy
msgid "two "
"lines \"here\"\n"
msgstr ""
"zwei "
"Zeilen"

msgid "one"
msgid_plural "many"
msgstr[0] "eins"
msgstr[1] "viele"

msgid "open"
msgstr ""
#~ msgid "gone"
#~ msgstr "weg"
)";

TEST(Catalogue, IsReadAsGettextWritesIt) {
    const Catalogue catalogue(some);
    ASSERT_NE(catalogue.find("Map"), nullptr);
    EXPECT_EQ(*catalogue.find("Map"), "Karte");
    EXPECT_EQ(*catalogue.find("Map", "figure"), "Bild");
    EXPECT_EQ(*catalogue.find("two lines \"here\"\n"), "zwei Zeilen");
    EXPECT_EQ(*catalogue.find("one"), "eins");
    for (const char* missing : {"open", "gone", "", "map"}) EXPECT_EQ(catalogue.find(missing), nullptr) << missing;
    EXPECT_EQ(catalogue.find("Map", "other"), nullptr);
    EXPECT_EQ(catalogue.entries().size(), 5U);
    EXPECT_EQ(catalogue.entries()[1].line, 11);
}

TEST(Catalogue, TellsTheLineOfWhatItCannotRead) {
    for (const auto& [text, line] : {std::pair{"msgid \"a\"\nmsgstr b\n", "line 2"},
                                     {"\"a\"\n", "line 1"},
                                     {"\n\nmsgwhat \"a\"\n", "line 3"},
                                     {"msgid \"a\\q\"\n", "line 1"},
                                     {"msgid \"a\\\"\n", "line 1"},
                                     {"msgid \"\n", "line 1"}}) {
        try {
            static_cast<void>(Catalogue(text));
            ADD_FAILURE() << text;
        } catch (const std::invalid_argument& error) {
            EXPECT_EQ(std::string(error.what()).substr(0, 6), line) << error.what();
        }
    }
}

TEST(Translator, SpeakTheirLanguage) {
    const Translator english(Language::english), chinese(test::chinese());
    EXPECT_EQ(english("Readout"_tr), "Readout");
    EXPECT_EQ(chinese("Readout"_tr), "读数");
    EXPECT_EQ(chinese(untranslated("YaRN")), "YaRN");
    EXPECT_EQ(english("N = {}, {}", 3, "Readout"_tr), "N = 3, Readout") << "a text among the arguments is spoken, too";
    EXPECT_EQ(chinese("N = {}, {}", 3, "Readout"_tr), "N = 3, 读数") << "without a translation the English remains";
    const Message why = tr("no such thing as {}", 5);
    EXPECT_EQ(english("{}!", why), "no such thing as 5!");
}

}  // namespace
}  // namespace poslab
