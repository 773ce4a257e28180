#include "app/handout/html_style.hpp"

#include "core/figure/palette.hpp"

#include <fmt/format.h>

namespace poslab {

namespace {

std::string css(Color c) { return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b); }

std::string variables(const Palette& colors) {
    return fmt::format(
        "--canvas:{};--chrome:{};--line:{};--text:{};--text2:{};--accent:{};--hover:{};--ok:{}",
        css(colors.canvas), css(colors.chrome), css(colors.divider), css(colors.text), css(colors.text2),
        css(colors.accent), css(colors.accent_hover), css(colors.ok));
}

constexpr std::string_view rules = R"(
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;color-scheme:light dark}
body{margin:0;background:var(--canvas);color:var(--text);font:17px/1.6 Inter,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",system-ui,sans-serif}
main{max-width:760px;margin:0 auto;padding:48px 20px 64px}
h1{font-size:34px;line-height:1.2;margin:0 0 8px;letter-spacing:-.01em}
h2{font-size:23px;line-height:1.3;margin:0 0 16px}
h2 .number{color:var(--accent);margin-right:.6em}
p{margin:0 0 14px;overflow-wrap:break-word}
a{color:var(--accent)}
a:hover{color:var(--hover)}
a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
header{border-bottom:2px solid var(--accent);padding-bottom:18px}
.summary{font-size:19px;line-height:1.5;color:var(--text2)}
.facts{margin:0;font-size:14px;color:var(--text2);display:flex;flex-wrap:wrap;gap:4px 20px}
nav{margin:22px 0 0}
nav ol{margin:0;padding-left:1.5em;font-size:15px}
nav li::marker{color:var(--accent);font-weight:600}
nav a{text-decoration:none}
nav a:hover{text-decoration:underline}
section{margin-top:56px}
figure{margin:0 0 20px}
figure svg{display:block;width:100%;height:auto}
figure svg text{white-space:pre;font-kerning:none;font-variant-ligatures:none}
svg.narrow{display:none}
figcaption{margin-top:10px;font-size:14px;line-height:1.5;color:var(--text2)}
figcaption b,.label{color:var(--accent);font-weight:600;margin-right:.5em}
figcaption ol{list-style:none;margin:6px 0 0;padding:0;counter-reset:mark}
figcaption li{position:relative;padding-left:28px;margin-bottom:3px}
figcaption li::before{counter-increment:mark;content:counter(mark);position:absolute;left:0;top:1px;width:19px;height:19px;border-radius:50%;background:var(--accent);color:var(--canvas);font-size:12px;line-height:19px;font-weight:600;text-align:center}
figcaption .single li::before{content:"";width:13px;height:13px;left:3px;top:4px;border-radius:4px;background:none;border:2px solid var(--accent)}
strong{font-weight:600}
.value{font-weight:500;font-variant-numeric:tabular-nums}
.joined{white-space:nowrap}
math{font-family:"STIX Two Math","STIX Math","Latin Modern Math","Cambria Math",math;font-size:1.06em}
math .live{color:var(--accent)}
.aligned mtd{padding-left:0;padding-right:0}
.formula{margin:0 0 16px;padding:2px 0 2px 1.6em;overflow-x:auto;overflow-y:hidden}
.formula math{display:block math;width:max-content;margin:0;font-size:1.2em}
.try,.watch{margin-bottom:14px}
.try p{margin-bottom:4px}
.range{font-size:14px;color:var(--text2)}
code{display:block;font:13px/1.5 "JetBrains Mono",ui-monospace,"Cascadia Mono",Menlo,monospace;color:var(--text2);background:var(--chrome);padding:7px 12px;border-radius:6px;overflow-wrap:anywhere}
.question,.exercise{background:var(--chrome);border-radius:8px;padding:16px 20px;margin:22px 0 0}
.question p:last-child,.exercise p:last-child{margin-bottom:0}
.question ol{list-style:upper-alpha;margin:0;padding-left:1.6em}
.question li::marker{color:var(--accent);font-weight:600}
details{margin-top:12px}
summary{cursor:pointer;color:var(--accent);font-weight:600;width:max-content}
details p{margin:8px 0 0}
footer{margin-top:64px;border-top:1px solid var(--line);padding-top:12px;font-size:13px;color:var(--text2)}
@media (max-width:600px){
body{font-size:16px}
main{padding:28px 16px 48px}
h1{font-size:27px}
h2{font-size:20px}
.summary{font-size:17px}
section{margin-top:44px}
svg.wide{display:none!important}
svg.narrow{display:block!important}
.formula{padding-left:0}
}
@media print{
@page{margin:18mm 16mm}
body{font-size:10.5pt;line-height:1.45}
main{max-width:none;padding:0}
nav{display:none}
section{margin-top:24pt}
h2{break-after:avoid}
figure,.question,.exercise,.formula{break-inside:avoid}
p{orphans:2;widows:2}
figure svg.wide{display:block!important}
figure svg.narrow{display:none!important}
.question,.exercise{background:none;border:1px solid var(--line)}
.exercise.open::after{content:"";display:block;height:30mm}
a{color:inherit;text-decoration:none}
}
)";

}  // namespace

std::string html_colors(const std::string& dark_rules) {
    return fmt::format(
        ":root{{{}}}\n.on-dark{{display:none}}\n@media screen and "
        "(prefers-color-scheme:dark){{\n:root{{{}}}\n"
        ".on-light{{display:none}}.on-dark{{display:inline}}\n{}\n}}\n",
        variables(palette(Theme::light)), variables(palette(Theme::dark)), dark_rules);
}

std::string html_style(const std::string& dark_rules) { return html_colors(dark_rules) + std::string(rules); }

}  // namespace poslab
