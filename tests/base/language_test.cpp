// Languages are the embedded catalogues; a message keeps its arguments until it is shown.
#include "core/base/errors.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/pseudo_language.hpp"

#include <gtest/gtest.h>

#include <string>

namespace poslab {
namespace {

using test::chinese;

TEST(Language, IsEnglishOrACatalogue) {
    ASSERT_EQ(languages().size(), catalogue_texts().size() + 1);
    EXPECT_EQ(Language(), Language::english);
    EXPECT_EQ(languages().front(), Language::english);
    EXPECT_EQ(Language::english.id(), "en");
    EXPECT_EQ(Language::english.name(), "English");
    EXPECT_EQ(chinese().id(), "zh");
    EXPECT_EQ(chinese().name(), "简体中文");
    EXPECT_FALSE(language_with("").has_value());
    EXPECT_FALSE(language_with("tlh").has_value());
}

TEST(Language, HasAllAfterOneAnother) {
    Language language;
    for (const Language each : languages()) {
        EXPECT_EQ(language, each);
        EXPECT_EQ(language_with(each.id()), each);
        language = language.next();
    }
    EXPECT_EQ(language, Language::english);
}

TEST(Catalogue, SaysWhatItsHeaderSays) {
    Catalogue catalogue("msgid \"\"\nmsgstr \"\"\n\"Language: xx\\n\"\n\"X-Language-Name:  Xa: xa \\n\"\n");
    catalogue.add("msgid \"\"\nmsgstr \"X-Language-Name: another\"\n");
    EXPECT_EQ(catalogue.property("X-Language-Name"), "Xa: xa");
    EXPECT_EQ(catalogue.property("Language"), "xx");
    EXPECT_EQ(catalogue.property("Lang"), "");
}

TEST(Message, IsSaidInTheLanguageThatItIsShownIn) {
    const Message message = tr("{}: {}", "Readout"_tr, 12);
    EXPECT_EQ(message.english(), "Readout: 12");
    EXPECT_EQ(message.in(chinese()), "读数：12");
    EXPECT_EQ(Translator(chinese())(message), "读数：12");
    const Message outer = tr("The session is not saved. {}", message);
    EXPECT_EQ(outer.english(), "The session is not saved. Readout: 12");
    EXPECT_EQ(outer.in(chinese()), "会话未能保存。读数：12");
}

TEST(Message, KeepsWhatTheFormatAsksFor) {
    const std::string gone = "a name";
    const Message message = tr("{:.2f} {:g} {} {} {:>4} {}", 1.0 / 3, 1e-9, std::size_t{7}, -3, gone, true);
    EXPECT_EQ(message.english(), "0.33 1e-09 7 -3 a name true");
}

TEST(Message, OfATextHasBracesAsTheyAre) {
    EXPECT_EQ(Message("x_{n}"_tr).english(), "x_{n}");
    EXPECT_EQ(verbatim("{}").english(), "{}");
    EXPECT_EQ(verbatim("{}").in(chinese()), "{}");
}

TEST(Message, IsAddedToAndCompared) {
    Message message;
    EXPECT_TRUE(message.empty());
    EXPECT_EQ(message, Message(Text()));
    EXPECT_EQ(message, verbatim(""));
    message += "Readout"_tr;
    message += tr("{}: {}", "Formula"_tr, 1);
    EXPECT_EQ(message.english(), "ReadoutFormula: 1");
    EXPECT_EQ(message.in(chinese()), "读数公式：1");
    Message same = "Readout"_tr;
    same += tr("{}: {}", "Formula"_tr, 1);
    EXPECT_EQ(message, same);
    EXPECT_NE(message, tr("{}: {}", "Formula"_tr, 2));
    EXPECT_NE(Message("Map"_tr), Message("Map"_tr.as("figure")));
}

TEST(Error, CarriesItsSentence) {
    const UsageError usage(tr("--k {:g}: must be positive", -1.5));
    EXPECT_STREQ(usage.what(), "--k -1.5: must be positive");
    EXPECT_EQ(usage.message().in(chinese()), "--k -1.5：应为正数");
    EXPECT_EQ(usage.exit_code(), 2);
    const Unavailable here(std::string("no {} here"));
    EXPECT_STREQ(here.what(), "no {} here");
    EXPECT_EQ(here.message().in(chinese()), "no {} here");
    EXPECT_EQ(here.exit_code(), 6);
}

std::size_t code_points(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
    return count;
}

TEST(PseudoLanguage, IsTwoFifthsLongerAndKeepsThePlaces) {
    EXPECT_EQ(test::lengthened("Readout"), "Rééééádóút");
    EXPECT_EQ(test::lengthened("{} of {:.2f} cells"), "{} of {:.2f} cééééélls");
    EXPECT_EQ(test::lengthened("R = x_{n} θ"), "R = x_{n} θ");
    EXPECT_EQ(test::lengthened(""), "");
    for (const CatalogueText& each : catalogue_texts())
        for (const Catalogue all(each.po); const Catalogue::Entry& entry : all.entries()) {
            const std::string longer = test::lengthened(entry.english);
            if (longer == entry.english) continue;  // contains symbols only
            EXPECT_NEAR(static_cast<double>(code_points(longer)),
                        1.4 * static_cast<double>(code_points(entry.english)),
                        0.4 * static_cast<double>(code_points(entry.english)))
                << entry.english;
        }
}

TEST(PseudoLanguage, IsACatalogueOfTheSameTexts) {
    const Catalogue original(
        "msgid \"a \\\"word\\\"\\n\"\nmsgstr \"x\"\n\nmsgctxt \"sense\"\nmsgid \"thing {}\"\nmsgstr \"y\"\n");
    const Catalogue longer(test::pseudo_language(original));
    ASSERT_EQ(longer.entries().size(), 2U);
    EXPECT_EQ(*longer.find("a \"word\"\n"), test::lengthened("a \"word\"\n"));
    EXPECT_EQ(*longer.find("thing {}", "sense"), test::lengthened("thing {}"));
    EXPECT_FALSE(longer.property("X-Language-Name").empty());
}

}  // namespace
}  // namespace poslab
