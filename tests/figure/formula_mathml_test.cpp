// Compares formulas as MathML with elements written by hand from the MathML Core recommendation.
#include "core/figure/formula_mathml.hpp"
#include "core/figure/formula.hpp"

#include <gtest/gtest.h>

#include <string>

namespace poslab {
namespace {

/// The contents of the outer element.
std::string inside(const char* markup) {
    const std::string whole = mathml_of(markup);
    EXPECT_TRUE(whole.starts_with("<math>") && whole.ends_with("</math>")) << whole;
    return whole.substr(6, whole.size() - 13);
}

TEST(FormulaMathml, LettersNumbersAndOperators) {
    EXPECT_EQ(inside("i - j"), "<mi>i</mi><mo>−</mo><mi>j</mi>");
    EXPECT_EQ(inside("65,536"), "<mn>65,536</mn>");
    EXPECT_EQ(inside("\\Delta < w"), "<mi mathvariant=\"normal\">Δ</mi><mo>&lt;</mo><mi>w</mi>");
    EXPECT_EQ(inside("\\theta \\in X"), "<mi>θ</mi><mo>∈</mo><mi>X</mi>");
}

TEST(FormulaMathml, ASignIsNoOperation) {
    EXPECT_EQ(inside("-x"), "<mo form=\"prefix\">−</mo><mi>x</mi>");
    EXPECT_EQ(inside("a = -1"), "<mi>a</mi><mo>=</mo><mo form=\"prefix\">−</mo><mn>1</mn>");
}

TEST(FormulaMathml, BracketsKeepTheirSize) {
    EXPECT_EQ(
        inside("p(i,j)"),
        "<mi>p</mi><mo stretchy=\"false\">(</mo><mi>i</mi><mo>,</mo><mi>j</mi><mo stretchy=\"false\">)</mo>");
    EXPECT_EQ(inside("\\left\\lfloor x \\right\\rfloor"),
              "<mrow><mo form=\"prefix\" stretchy=\"true\">⌊</mo><mi>x</mi><mo form=\"postfix\" "
              "stretchy=\"true\">⌋</mo></mrow>");
}

TEST(FormulaMathml, FractionsRootsAndScripts) {
    EXPECT_EQ(inside("\\frac{d}{2}"), "<mfrac><mi>d</mi><mn>2</mn></mfrac>");
    EXPECT_EQ(inside("\\frac{a + b}{2}"),
              "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>");
    EXPECT_EQ(inside("\\sqrt{d}"), "<msqrt><mi>d</mi></msqrt>");
    EXPECT_EQ(inside("x_i"), "<msub><mi>x</mi><mi>i</mi></msub>");
    EXPECT_EQ(inside("x^{2k}"), "<msup><mi>x</mi><mrow><mn>2</mn><mi>k</mi></mrow></msup>");
    EXPECT_EQ(inside("x_i^2"), "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>");
    EXPECT_EQ(inside("10⁷"), "<msup><mn>10</mn><mn>7</mn></msup>");
}

TEST(FormulaMathml, SumsAndFunctions) {
    EXPECT_EQ(
        inside("\\sum_{k=0}^n k"),
        "<munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover><mi>k</mi>");
    EXPECT_EQ(inside("\\min(a)"),
              "<mi>min</mi><mo stretchy=\"false\">(</mo><mi>a</mi><mo stretchy=\"false\">)</mo>");
    // A thin space of a sixth of an em, as in TeX.
    EXPECT_EQ(inside("\\cos x"), "<mi>cos</mi><mspace width=\"0.1667em\"></mspace><mi>x</mi>");
    EXPECT_EQ(inside("a = \\cos(b)"),
              "<mi>a</mi><mo>=</mo><mi>cos</mi><mo stretchy=\"false\">(</mo><mi>b</mi><mo "
              "stretchy=\"false\">)</mo>");
}

TEST(FormulaMathml, WordsKeepTheirSpaces) {
    EXPECT_EQ(inside("x \\text{ if } y"), "<mi>x</mi><mtext>\u00A0if\u00A0</mtext><mi>y</mi>");
    EXPECT_EQ(inside("\\text{a < b & c}"), "<mtext>a\u00A0&lt;\u00A0b\u00A0&amp;\u00A0c</mtext>");
}

TEST(FormulaMathml, Cases) {
    EXPECT_EQ(inside("\\begin{cases} a & b \\\\ c & d \\end{cases}"),
              "<mrow><mo form=\"prefix\" stretchy=\"true\">{</mo><mtable><mtr><mtd "
              "style=\"text-align:left\"><mi>a</mi></mtd>"
              "<mtd style=\"text-align:left\"><mi>b</mi></mtd></mtr><mtr><mtd "
              "style=\"text-align:left\"><mi>c</mi></mtd>"
              "<mtd style=\"text-align:left\"><mi>d</mi></mtd></mtr></mtable></mrow>");
}

TEST(FormulaMathml, AlignedLines) {
    EXPECT_EQ(inside("a &= b \\\\ &= c"),
              "<mtable displaystyle=\"true\" class=\"aligned\"><mtr><mtd "
              "style=\"text-align:right\"><mi>a</mi></mtd>"
              "<mtd style=\"text-align:left\"><mo>=</mo><mi>b</mi></mtd></mtr><mtr><mtd "
              "style=\"text-align:right\"></mtd>"
              "<mtd style=\"text-align:left\"><mo>=</mo><mi>c</mi></mtd></mtr></mtable>");
}

TEST(FormulaMathml, LiveNumbersHaveAClass) {
    EXPECT_EQ(inside("w = \\live{256}"), "<mi>w</mi><mo>=</mo><mrow class=\"live\"><mn>256</mn></mrow>");
}

TEST(FormulaMathml, DisplayStandsOnALineOfItsOwn) {
    EXPECT_EQ(mathml_of("x", true), "<math display=\"block\"><mi>x</mi></math>");
}

TEST(FormulaMathml, WhatIsNoFormula) {
    EXPECT_THROW(static_cast<void>(mathml_of("\\frac{a}")), FormulaError);
}

}  // namespace
}  // namespace poslab
