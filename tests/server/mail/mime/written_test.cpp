#include "server/mail/mime/written.hpp"

#include <gtest/gtest.h>

#include "server/mail/mime/html/html_text.hpp"

namespace tanbo::mail::mime {
namespace {

using namespace std::chrono_literals;

std::string of_html(std::string_view html) {
    const auto read = html_text(html, ReadingDeadline(10s));
    return read ? read->text : std::string(reading_fault_name(read.error()));
}

TEST(Written, IsWhatIsNotQuoted) {
    EXPECT_EQ(written_text("\nK10  \n\n\n\nhello\n\n> A1\n>> A2\n  > A3\nann> A4\n| A5\n"),
              "K10\n\nhello\n");
    EXPECT_EQ(written_text(""), "");
    EXPECT_EQ(written_text("> only\n> a quote\n"), "");
}

TEST(Written, IsAboveBelowAndBetweenQuotes) {
    EXPECT_EQ(written_text("On 20 Nov 2026, Tanbo wrote:\n> 1\nundo 17\n> 2\n\nsay 17 ok\n"),
              "undo 17\n\nsay 17 ok\n");
}

TEST(Written, EndsWhereAnIntroducedMailIsNotMarked) {
    EXPECT_EQ(written_text("K10\n\nOn 20 Nov 2026, Tanbo <games@example.net> wrote:\n\nA1\n"),
              "K10\n");
    EXPECT_EQ(written_text("K10\n-----Original Message-----\nA1\n"), "K10\n");
    EXPECT_EQ(written_text("K10\nFrom: Tanbo\nSent: Friday\nA1\n"), "K10\n");
    EXPECT_EQ(written_text("K10\nBegin forwarded message:\n\nA1\n"), "K10\n");
}

TEST(Written, HasNoSignature) {
    EXPECT_EQ(written_text("K10\n-- \nann\nA1\n"), "K10\n");
    EXPECT_EQ(written_text("K10\nSent from my iPhone\n"), "K10\n");
    EXPECT_EQ(written_text("-- \nann\n\n> A1\nK10\n"), "K10\n");
}

TEST(Written, KeepsWhatOnlyLooksLikeAnIntroduction) {
    EXPECT_EQ(written_text("say 17 he wrote to me:\nhello\n"), "say 17 he wrote to me:\nhello\n");
    EXPECT_EQ(written_text("my plan:\nK10\n"), "my plan:\nK10\n");
    EXPECT_EQ(written_text("to: you\nK10\n"), "to: you\nK10\n");
}

TEST(Written, HasNoArmor) {
    EXPECT_EQ(written_text("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nK10\n- -- \n"
                           "-----BEGIN PGP SIGNATURE-----\n\nabc=\n"),
              "K10\n");
}

TEST(Flowed, LinesAreJoinedWhereTheyGoOn) {
    EXPECT_EQ(unwrap_flowed("say 17 one \ntwo\nK10\n", false), "say 17 one two\nK10\n");
    EXPECT_EQ(unwrap_flowed("ein \nWort\n", true), "einWort\n");
    EXPECT_EQ(unwrap_flowed("a \n-- \nann\n", false), "a \n-- \nann\n");
    EXPECT_EQ(unwrap_flowed("> a \n> b\n>> c \nd \n", false), "> a b\n>> c \nd \n");
    EXPECT_EQ(unwrap_flowed(" From here\n  two\n", false), "From here\n two\n");
    EXPECT_EQ(unwrap_flowed("", true), "");
}

TEST(HtmlText, HasALineForEachBlockAndBreak) {
    EXPECT_EQ(of_html("K10<br>L11<div>say  17\n hi</div><p>x</p>y<ul><li>1<li>2</ul>"),
              "K10\nL11\nsay 17 hi\n\nx\n\ny\n1\n2\n");
    EXPECT_EQ(of_html("<table><tr><td>a<td>b<tr><td>c</table>"), "a b\nc\n");
    EXPECT_EQ(of_html("<pre>a  b\n  c</pre>"), "a  b\n  c\n");
    EXPECT_EQ(of_html("&lt;K10&gt; &amp;&nbsp;&euro;"), "<K10> &\u00A0€\n");
}

TEST(HtmlText, HasQuotesMarked) {
    EXPECT_EQ(of_html("K10<blockquote>a<blockquote>b</blockquote>c</blockquote>d"),
              "K10\n> a\n>> b\n> c\nd\n");
    EXPECT_EQ(of_html("K10<div id=\"x_divRplyFwdMsg\">Von: x</div><p>A1</p>"),
              "K10\n> Von: x\n>\n> A1\n");
    EXPECT_EQ(
        of_html("K10<div style='border:none; border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm "
                "0cm 0cm'>From: x</div>A1"),
        "K10\n> From: x\n> A1\n");
    EXPECT_EQ(of_html("K10<div class='yahoo_quoted'>A1</div>L11"), "K10\n> A1\nL11\n");
}

TEST(HtmlText, HasNothingThatIsNotShown) {
    EXPECT_EQ(of_html("<style>a</style><script>b</script>K10<span style='display : none'>c</span>"
                      "<p hidden>d</p><i style='font-size:0 !important'>e</i><img alt=f>"
                      "<!-- g --><template>h</template><div class='x gmail_signature'>i</div>"),
              "K10\n");
}

TEST(HtmlText, LeavesOutWhatIsTooDeep) {
    const auto nested = [](std::size_t depth) {
        std::string html;
        for (std::size_t at = 0; at < depth; ++at) html += "<div>";
        return of_html(html + "K10");
    };

    // The root, the body and the text are three more.
    EXPECT_EQ(nested(html_nesting_max - 2), "K10\n");
    EXPECT_EQ(nested(html_nesting_max - 1), "");
}

TEST(HtmlText, EndsAtItsTimeAndItsMemory) {
    std::string tags = "<p>";
    for (int at = 0; at < 5000; ++at) tags += "<b id=" + std::to_string(at) + ">";
    for (int at = 0; at < 5000; ++at) tags += "<p>x";

    EXPECT_EQ(html_text(tags, ReadingDeadline(100s)).error(), ReadingFault::page_too_large);
    EXPECT_EQ(html_text(std::string(1000, '<') + "<p>x<p>y", ReadingDeadline(0s)).error(),
              ReadingFault::too_slow);
}

}  // namespace
}  // namespace tanbo::mail::mime
