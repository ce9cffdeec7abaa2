// The part of a page that a person would read: text that is hidden or struck out is none of it.

#include <gtest/gtest.h>

#include "server/mail/mime/html/css_colour.hpp"
#include "server/mail/mime/html/html_text.hpp"
#include "server/mail/mime/html/style_sheet.hpp"
#include "server/mail/mime/mail.hpp"

namespace tanbo::mail::mime {

namespace {

using namespace std::chrono_literals;

HtmlText read(std::string_view html) {
    const auto text = html_text(html, ReadingDeadline(10s));
    EXPECT_TRUE(text) << reading_fault_name(text.error());
    return text ? *text : HtmlText{};
}

std::string text_of(std::string_view html) {
    return read(html).text;
}

// --- hidden ---

class Hidden : public testing::TestWithParam<std::string_view> {};

TEST_P(Hidden, IsNotRead) {
    EXPECT_EQ(text_of("<p>L11</p>" + std::string(GetParam())), "L11\n");
}

INSTANTIATE_TEST_SUITE_P(
    ByItsOwnStyle, Hidden,
    testing::Values(
        "<p style='color:#fff'>K10", "<p style='color: WHITE !important'>K10",
        "<p style='color:rgb(255,255,255)'>K10", "<p style='color:rgb(100% 100% 100%)'>K10",
        "<p style='color:hsl(0,0%,100%)'>K10", "<p style='color:#fefefe'>K10",
        "<p style='color:#ffff'>K10", "<p style='color:rgba(0,0,0,0)'>K10",
        "<p style='color:transparent'>K10", "<p style='color:#00000000'>K10",
        "<font color=white>K10</font>", "<font color='#FFFFFF'>K10</font>",
        "<div style='background:#123456;color:#123457'>K10",
        "<div style='background:navy'><p style='color:navy'>K10",
        "<table><tr><td bgcolor=red><font color=red>K10",
        "<p style='color:windowtext;color:window'>K10",
        "<p style='position:absolute;left:-9999px'>K10", "<p style='text-indent:-9999px'>K10",
        "<p style='margin-left:-200em'>K10", "<p style='position:fixed;top:-100vh'>K10",
        "<p style='transform:translateX(-2000px)'>K10", "<p style='margin:0 0 0 -999px'>K10",
        "<p style='left:calc(-100% - 10px)'>K10", "<p style='left:9999px'>K10",
        "<p style='transform:scale(0)'>K10", "<p style='clip:rect(0,0,0,0)'>K10",
        "<p style='clip-path:inset(50%)'>K10", "<p style='height:0;overflow:hidden'>K10",
        "<p style='height:1px'>K10", "<p style='max-height:0px'>K10", "<p style='width:0'>K10",
        "<p style='line-height:0'>K10", "<p style='font-size:0'>K10",
        "<p style='font-size:.5px'>K10", "<p style='font-size:1%'>K10", "<p style='font:0/0 a'>K10",
        "<p style='display : none'>K10", "<p style='DISPLAY:NONE'>K10",
        "<p style='dis\\70lay:none'>K10", "<p style='display:/* */none'>K10",
        "<p style='visibility:hidden'>K10", "<p style='opacity:0.01'>K10",
        "<p style='opacity:0%'>K10", "<p style='filter:opacity(0)'>K10",
        "<p style='mso-hide:all'>K10", "<p style='zoom:0'>K10",
        "<p style='background:url(a;b);display:none'>K10"));

INSTANTIATE_TEST_SUITE_P(
    ByAStyleSheet, Hidden,
    testing::Values("<style>.x{display:none}</style><p class=x>K10",
                    "<p class=x>K10</p><style>.x{display:none}</style>",
                    "<style><!-- .x{display:none} --></style><p class='a X b'>K10",
                    "<style>P.X , b { Display : None }</style><p class=x>K10",
                    "<style>#it{visibility:hidden}</style><p id=it>K10",
                    "<style>div > p{font-size:0}</style><div><p>K10",
                    "<style>div .x p{font-size:0}</style><div><b class=x><i><p>K10",
                    "<style>blink{color:white}</style><blink>K10</blink>",
                    "<style>@media screen{.x{display:none}}</style><p class=x>K10",
                    "<style>@charset 'a';@import url(b);.x{display:none}</style><p class=x>K10",
                    "<style>@font-face{font-family:a}.x{display:none}</style><p class=x>K10",
                    "<style>/* } */.x{/* { */display:none}</style><p class=x>K10",
                    "<style>p[title]{display:none}</style><p title=a>K10",
                    "<style>i:not(.y){display:none}</style><i>K10",
                    "<style>b+i{display:none}</style><b></b><i>K10",
                    "<style>.x{color:#fff}</style><p class=x>K10",
                    "<style>.x{color:#333}.y{background:#333}</style><div class=y><p class=x>K10"));

INSTANTIATE_TEST_SUITE_P(
    ByWhatItIs, Hidden,
    testing::Values("<p hidden>K10", "<details>K10</details>", "<details><p>K10</p></details>",
                    "<details><div><summary>K10</summary></div></details>", "<dialog>K10</dialog>",
                    "<template>K10</template>", "<canvas>K10</canvas>",
                    "<datalist><option>K10</datalist>", "<s>K10</s>", "<strike>K10</strike>",
                    "<del>K10</del>", "<p style='text-decoration:line-through'>K10",
                    "<p style='text-decoration:underline line-through'><b>K10",
                    "<style>.x{text-decoration-line:line-through}</style><p class=x>K10"));

// --- the control: text that is styled as people style it ---

class Shown : public testing::TestWithParam<std::string_view> {};

TEST_P(Shown, IsRead) {
    EXPECT_EQ(text_of(GetParam()), "K10\n");
}

INSTANTIATE_TEST_SUITE_P(
    Pages, Shown,
    testing::Values(
        "<p style='color:#000'>K10", "<p style='color:yellow'>K10", "<p style='color:#ddd'>K10",
        "<div style='background:#000;color:#fff'>K10", "<body bgcolor=black text=white>K10",
        "<table bgcolor=navy><tr><td><font color=white>K10",
        "<div style='background:url(x.png)'><p style='color:white'>K10",
        "<p style='color:windowtext'>K10", "<p style='color:var(--ink)'>K10",
        "<p style='color:inherit'>K10", "<div style='background:transparent'>K10",
        "<p style='margin-left:36pt;text-indent:-18.0pt'>K10", "<p style='margin:0 auto'>K10",
        "<p style='margin-left:-50%'>K10", "<p style='line-height:1'>K10",
        "<p style='line-height:1.38;font-size:11pt'>K10", "<p style='font:12pt/1.5 Arial'>K10",
        "<p style='font:bold 700 14px a'>K10", "<p style='font-size:small'>K10",
        "<p style='font-size:80%'>K10", "<p style='opacity:.8'>K10", "<p style='opacity:1'>K10",
        "<p style='clip:auto'>K10", "<p style='clip-path:none'>K10", "<p style='width:100%'>K10",
        "<p style='max-height:none;height:20px'>K10", "<p style='transform:scale(1)'>K10",
        "<p style='text-decoration:underline'>K10", "<ins>K10</ins>", "<details open>K10</details>",
        "<details><summary>K10</summary>L11</details>", "<dialog open>K10</dialog>",
        "<style>.y{display:none}</style><p class=x>K10", "<style>b p{display:none}</style><p>K10",
        "<style>b > p{display:none}</style><b><i><p>K10",
        "<style>p:hover{display:none}</style><p>K10",
        "<style>p::before{display:none}</style><p>K10",
        "<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>K10",
        "<style>@font-face{display:none}</style><p>K10",
        "<style>.x{color:#fff;background:#000}</style><p class=x>K10",
        "<style>p.MsoNormal{margin:0cm;font-size:11.0pt;mso-fareast-language:EN-US}"
        "span.EmailStyle17{color:windowtext}</style><p class=MsoNormal>K10"));

TEST(Shown, AroundWhatIsStruckOut) {
    EXPECT_EQ(text_of("<p>move <s>K10</s> L11"), "move L11\n");
    EXPECT_EQ(text_of("<p>K<del>1</del>0"), "K 0\n");
}

// --- what is struck out, in mails of two forms ---

TEST(StruckOut, IsToldOfWhereItsWriterHasWrittenIt) {
    EXPECT_TRUE(read("<p><s>K10</s>").has_struck_out);
    EXPECT_FALSE(read("<p>K10<s> </s>").has_struck_out);
    EXPECT_FALSE(read("<p>K10<blockquote><s>L11</s></blockquote>").has_struck_out);
}

std::string written_of(std::string_view plain, std::string_view html) {
    const auto mail = read_mail(
        "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\n" +
        std::string(plain) + "\n--b\nContent-Type: text/html\n\n" + std::string(html) +
        "\n--b--\n");
    EXPECT_TRUE(mail) << reading_fault_name(mail.error());
    return mail ? mail->written : "";
}

// The fault: the plain part has no lines through its words.
TEST(StruckOut, IsNoMoveIfThePlainPartDoesNotShowIt) {
    EXPECT_EQ(written_of("K10", "<p><s>K10</s></p>"), "");
    EXPECT_EQ(written_of("K10\nlet me think", "<s>K10</s><br>let me think"), "let me think\n");
    // The control.
    EXPECT_EQ(written_of("K10", "<p><u>K10</u></p>"), "K10\n");
}

TEST(StruckOut, MakesNoMailUnreadableBesideWhosePlainPartThePageIsTooLarge) {
    std::string rules = "<style>";
    for (std::size_t at = 0; at <= style_rules_max; ++at) rules += "b{color:red}";

    EXPECT_EQ(written_of("K10", rules + "</style><p>L11"), "K10\n");
}

// --- limits ---

ReadingFault fault_of(const std::string& html) {
    const auto text = html_text(html, ReadingDeadline(10s));
    EXPECT_FALSE(text);
    return text.has_error() ? text.error() : ReadingFault::not_a_message;
}

std::string with_rules(std::size_t count) {
    std::string html = "<style>";
    for (std::size_t at = 0; at < count; ++at) html += "b{color:red}";
    return html + "i{margin:0}</style><p>K10";
}

TEST(StyleLimits, OfRules) {
    EXPECT_EQ(text_of(with_rules(style_rules_max)), "K10\n");
    EXPECT_EQ(fault_of(with_rules(style_rules_max + 1)), ReadingFault::page_too_large);
}

TEST(StyleLimits, OfBytes) {
    const auto with_bytes = [](std::size_t bytes) {
        return "<style>" + std::string(bytes, 'a') + "</style><p>K10";
    };
    EXPECT_EQ(text_of(with_bytes(style_bytes_max)), "K10\n");
    EXPECT_EQ(fault_of(with_bytes(style_bytes_max + 1)), ReadingFault::page_too_large);
}

TEST(StyleLimits, OfPartsOfASelectorLeaveTheFirstOut) {
    const auto with_parts = [](std::size_t parts) {
        std::string selector;
        for (std::size_t at = 1; at < parts; ++at) selector += "b ";
        return "<style>u " + selector + "p{display:none}</style>" +
               "<b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><p>K10";
    };
    // Within the maximum its first part, which nothing fits, counts.
    EXPECT_EQ(text_of(with_parts(selector_parts_max - 1)), "K10\n");
    EXPECT_EQ(text_of(with_parts(selector_parts_max)), "");
}

// Each selector could fit in ever so many ways.
TEST(StyleLimits, HoldForDeepPagesWithLongSelectors) {
    std::string html = "<style>";
    for (int rule = 0; rule < 5; ++rule) {
        html += "u";
        for (int part = 1; part < 16; ++part) html += " b";
        html += "{display:none}";
    }
    html += "</style>";
    for (int depth = 0; depth < 150; ++depth) html += "<b>";

    const auto text = html_text(html + "K10", ReadingDeadline(60s));

    ASSERT_TRUE(text);
    EXPECT_EQ(text->text, "K10\n");
}

// --- colours ---

TEST(Colours, AreReadInEveryForm) {
    const Colour orange{255, 165, 0};
    EXPECT_EQ(read_colour("orange"), orange);
    EXPECT_EQ(read_colour("#ffa500"), orange);
    EXPECT_EQ(read_colour("#ffa500ff"), orange);
    EXPECT_EQ(read_colour("rgb(255,165,0)"), orange);
    EXPECT_EQ(read_colour("rgb(255 165 0 / 50%)"), (Colour{255, 165, 0, 0.5}));
    EXPECT_EQ(read_colour("rgba(300,-1,0,2)"), (Colour{255, 0, 0, 1}));
    EXPECT_EQ(read_colour("#f00"), (Colour{255, 0, 0}));
    EXPECT_EQ(read_colour("hsl(120, 100%, 50%)"), (Colour{0, 255, 0}));
    EXPECT_EQ(read_colour("hsl(240deg 100% 50%)"), (Colour{0, 0, 255}));
    EXPECT_EQ(read_colour("yellowgreen"), (Colour{0x9A, 0xCD, 0x32}));
    EXPECT_EQ(read_colour("aliceblue"), (Colour{0xF0, 0xF8, 0xFF}));
    EXPECT_EQ(read_colour("transparent")->alpha, 0);
    for (const std::string_view none : {"", "#", "#ff", "#ggg", "#fffff", "inherit", "rgb(1,2)",
                                        "oranje", "currentcolor", "lab(1 2 3)"}) {
        EXPECT_EQ(read_colour(none), std::nullopt) << none;
    }
}

TEST(Colours, AreSeenFromTwentyOn) {
    EXPECT_TRUE(is_unseen_on({236, 255, 255}, white));
    EXPECT_FALSE(is_unseen_on({235, 255, 255}, white));
    EXPECT_TRUE(is_unseen_on({0, 0, 0, 0.05}, white));
    EXPECT_FALSE(is_unseen_on({0, 0, 0, 0.5}, white));
}

}  // namespace
}  // namespace tanbo::mail::mime
