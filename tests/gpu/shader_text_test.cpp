#include "gpu/opengl/shader_text.hpp"

#include <gtest/gtest.h>

namespace poslab::gpu {
namespace {

TEST(ShaderText, FindsTheKindOfReal) {
    EXPECT_TRUE(has_double_real("#version 430\n#define real double\n"));
    EXPECT_FALSE(has_double_real("#version 430\n#define real float\n// #define real double\n"));
}

TEST(ShaderText, MarksFloatingLiteralsAsDoubles) {
    EXPECT_EQ(with_double_literals("x = 1.0 + .5 * 2. - 3e5 / 1.5e-7;"),
              "x = 1.0lf + .5lf * 2.lf - 3e5lf / 1.5e-7lf;");
    EXPECT_EQ(with_double_literals("real(6.28318530717958647692)"), "real(6.28318530717958647692lf)");
}

TEST(ShaderText, LeavesEverythingElse) {
    for (const char* text : {"#version 430 core", "int n = 12 + 0xFFFFu + 0x1e5 + 7u;", "a = v1.x + m2.y1;",
                             "float f = 1.0f + 2.5F; double d = 3.0lf + 4.0LF;", "// 1.5 of a turn\n",
                             "/* 1.5\n * 2.5 **/ int n;", "x1e5 = e3;", "task.y = q.w;"})
        EXPECT_EQ(with_double_literals(text), text);
}

constexpr const char* assembled =
    "#version 430 core\n"                 // kernel 1
    "// from shaders/common/plan.h\n"     // kernel 2
    "// about plans\n"                    // plan 1
    "int plan;\n"                         // plan 2
    "\n"                                  // (the end of the file)
    "// end of shaders/common/plan.h\n"   //
    "// from shaders/common/phase.h\n"    // kernel 3
    "uint phase;\n"                       // phase 1
    "\n"                                  //
    "// end of shaders/common/phase.h\n"  //
    "void main() {}\n";                   // kernel 4

TEST(ShaderText, SaysWhereALineWasWritten) {
    const auto explained = [](const char* log) { return explained_log(log, "shaders/k.comp", assembled); };
    EXPECT_EQ(explained("0:4(7): error: `x' undeclared\n0:9(1): error: other\n"),
              "shaders/common/plan.h, line 2: `x' undeclared");
    EXPECT_EQ(explained("0(8) : error C1503: undefined variable \"x\"\n"),
              "shaders/common/phase.h, line 1: C1503: undefined variable \"x\"");
    EXPECT_EQ(explained("ERROR: 0:11: 'x' : undeclared identifier\nERROR: 1 compilation errors."),
              "shaders/k.comp, line 4: 'x' : undeclared identifier");
    EXPECT_EQ(explained("0:2(1): warning: unused\n0:1(1): error: version"),
              "shaders/k.comp, line 1: version");
}

TEST(ShaderText, SaysWhatHasNoLine) {
    EXPECT_EQ(explained_log("error: unresolved reference to function `missing'", "shaders/k.comp", assembled),
              "shaders/k.comp: error: unresolved reference to function `missing'");
    EXPECT_EQ(explained_log("", "shaders/k.comp", assembled), "shaders/k.comp: no reason given");
}

}  // namespace
}  // namespace poslab::gpu
