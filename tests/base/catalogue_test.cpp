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
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

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
msgstr[2] "sehr viele"

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
    for (const auto& [n, form] :
         {std::pair{1, "eins"}, {2, "viele"}, {5, "sehr viele"}, {12, "sehr viele"}, {22, "viele"}})
        EXPECT_EQ(*catalogue.find_plural("one", static_cast<std::uint64_t>(n)), form) << n;
    EXPECT_EQ(catalogue.find_plural("many", 2), nullptr) << "the singular is the key";
    EXPECT_EQ(catalogue.entries()[3].plural, "many");
    for (const char* missing : {"open", "gone", "", "map"})
        EXPECT_EQ(catalogue.find(missing), nullptr) << missing;
    EXPECT_EQ(catalogue.find("Map", "other"), nullptr);
    EXPECT_EQ(catalogue.entries().size(), 5U);
    EXPECT_EQ(catalogue.entries()[1].line, 12);
}

/// The rules of gettext's manual, with the forms that it lists for these numbers.
TEST(PluralForms, AreThoseOfTheLanguages) {
    struct Rule {
        const char* header;
        std::vector<std::pair<std::uint64_t, std::size_t>> forms;
    };
    for (const auto& [header, forms] :
         std::vector<Rule>{{"nplurals=1; plural=0;", {{0, 0}, {1, 0}, {2, 0}}},
                           {"nplurals=2; plural=n != 1;", {{0, 1}, {1, 0}, {2, 1}}},
                           {"nplurals=2; plural=n>1;", {{0, 0}, {1, 0}, {2, 1}}},
                           {"nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 "
                            "|| n%100>=20) ? 1 : 2;",
                            {{1, 0}, {21, 0}, {11, 2}, {3, 1}, {13, 2}, {104, 1}, {0, 2}}},
                           {"nplurals=4; plural=n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3;",
                            {{1, 0}, {101, 0}, {2, 1}, {4, 2}, {5, 3}}}})
        for (const auto& [n, form] : forms)
            EXPECT_EQ(PluralForms(header).form(n), form) << header << " of " << n;
    EXPECT_EQ(PluralForms().form(1), 0U);
    EXPECT_EQ(PluralForms("nplurals=2; plural=n").form(7), 1U)
        << "an expression that exceeds the forms gives the last one";
    for (const char* wrong : {"", "nplurals=2;", "nplurals=2; plural=n+", "nplurals=2; plural=(n",
                              "nplurals=2; plural=n%0", "nplurals=0; plural=0", "nplurals=2; plural=x"})
        EXPECT_THROW(PluralForms{wrong}, std::invalid_argument) << wrong;
    EXPECT_THROW(PluralForms("nplurals=2; plural=" + std::string(1000, '(')), std::invalid_argument);
}

TEST(Catalogue, TellsTheLineOfWhatItCannotRead) {
    for (const auto& [text, line] : {std::pair{"msgid \"a\"\nmsgstr b\n", "line 2"},
                                     {"msgid \"a\"\nmsgstr \"b\"\n\nmsgstr \"c\"\n", "line 4"},
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
    EXPECT_EQ(english("N = {}, {}", 3, "Readout"_tr), "N = 3, Readout")
        << "a text among the arguments is spoken, too";
    EXPECT_EQ(chinese("N = {}, {}", 3, "Readout"_tr), "N = 3, 读数")
        << "without a translation the English remains";
    const Message why = tr("no such thing as {}", 5);
    EXPECT_EQ(english("{}!", why), "no such thing as 5!");
    EXPECT_EQ(english.plural("{} thing of {}", "{} things of {}", 1, 7), "1 thing of 7");
    EXPECT_EQ(english.plural("{} thing of {}", "{} things of {}", 0, "Readout"_tr), "0 things of Readout");
    EXPECT_EQ(english(tr_plural("{} thing", "{} things", 1)), "1 thing");
    EXPECT_EQ(english("{}!", tr_plural("{} thing", "{} things", 3)), "3 things!");
}

}  // namespace
}  // namespace poslab
