// Mails that are made to cost their reader much: each ends soon, by its bytes alone.

#include <functional>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "tests/server/mail/reading_cost.hpp"

namespace tanbo::mail::mime {
namespace {

struct Costly {
    std::string name;
    std::string head;                      // of the mail, with the line that ends it
    std::function<std::string(int)> part;  // repeated, with its number, to fill the mail
    std::string body = {};                 // before the parts
};

void PrintTo(const Costly& costly, std::ostream* out) {
    *out << costly.name;
}

std::string repeated(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

std::string bytes_of(const Costly& costly) {
    std::string raw = costly.head + costly.body;
    for (int number = 0; raw.size() < costly_bytes; ++number) raw += costly.part(number);
    return raw;
}

std::function<std::string(int)> always(std::string part) {
    return [part = std::move(part)](int) { return part; };
}

std::function<std::string(int)> numbered(std::string before, std::string after) {
    return [=](int number) { return before + std::to_string(number) + after; };
}

const std::string html = "From: a@b.example\nContent-Type: text/html\n\n";
const std::string plain = "From: a@b.example\nContent-Type: text/plain; charset=";

const Costly costly_mails[] = {
    {"attributes", html, numbered(" a", "=1"), "<p"},
    {"attributes_of_many_tags", html,
     [](int n) { return n % 99 == 0 ? "><p a=1" : " a" + std::to_string(n) + "=1"; }, "<p"},
    {"attributes_of_end_tags", html, numbered(" a", "=1"), "<p></p"},
    {"elements_in_one_another", html, always("<div>")},
    {"ends_that_end_nothing", html, always("</p>"), repeated("<div>", 90'000)},
    {"text_below_a_deep_element", html, always("x"), repeated("<div>", 50'000) + "<b>"},
    {"text_below_a_less_deep_element", html, always("x"), repeated("<div>", 900) + "<b>"},
    {"formats_that_are_opened_again", html, always("<p>x"),
     [] {
         std::string all;
         for (int i = 0; i < 900; ++i) all += "<b id=" + std::to_string(i) + ">";
         return all;
     }()},
    {"ends_out_of_scope", html,
     always(repeated("<div>", 100) + "<table><td>" + repeated("</div>", 100))},
    {"foreign_cells", html, always("<td>"), "<svg>"},
    {"hidden_ends_in_comments", html, always("<div><!-- </div> -->")},
    {"hidden_ends_in_styles", html, always("<div><style></div></style>")},
    {"hidden_ends_in_attributes", html, always("<div><i title='</div>'>")},
    {"tables_with_text", html, always("x<tr>"), "<table>"},
    {"small_tags", html, always("<b>")},
    {"small_closed_tags", html, always("<b></b>")},
    {"comments", html, always("<!-->")},
    {"bogus_comments", html, always("<!x>")},
    {"entities", html, always("&CounterClockwiseContourIntegral;")},
    {"marks", html, always("<")},
    {"selectors", html, always("<div class=x><p>y</p></div>"),
     "<style>" + repeated("* * * * * * * *{display:none}", 7000) + "</style>"},
    {"selectors_of_many_elements", html, always("<i>y</i>"),
     "<style>" + repeated("u * * * * * * *{color:red}", 900) + "</style>"},
    {"selectors_of_deep_elements", html, always("<i>y</i>"),
     "<style>" + repeated("u * * * * * * * i{color:red}", 900) + "</style>" +
         repeated("<div>", 390)},
    {"selectors_of_many_classes", html, always("<i class=a>y</i>"),
     "<style>" + repeated(".a", 50'000) + "{color:red}</style>"},
    {"classes_of_many_selectors", html, always("a "),
     "<style>" + repeated(".b b{color:red}", 900) + "</style><b>" + repeated("<b>", 100) +
         "<b class='"},
    {"rules_without_a_semicolon", html, always("x"),
     "<style>" + repeated("a{}", 80'000) + "</style>"},
    {"at_rules_without_a_block", html, always("x"),
     "<style>" + repeated("@x;", 80'000) + "</style>"},
    {"declarations", html, always("top:1;"), "<p style='"},
    {"colours", html, always("a "), "<p style='background:"},
    {"lengths", html, always("1 "), "<p style='margin:"},
    {"nested_rules", html, always("x"), "<style>" + repeated("@media x{", 20'000) + "</style>"},
    {"boundaries", "Content-Type: multipart/mixed; boundary=b0\n\n", always("--x\n"),
     [] {
         std::string all;
         for (int i = 0; i < 900; ++i) {
             const std::string n = std::to_string(i);
             all += "--b" + n + "\nContent-Type: multipart/mixed; boundary=b" +
                    std::to_string(i + 1) + "\n\n";
         }
         return all;
     }()},
    {"parts", "Content-Type: multipart/mixed; boundary=b\n\n", always("--b\n\nx\n")},
    {"pages_of_many_parts", "Content-Type: multipart/mixed; boundary=b\n\n",
     always("--b\nContent-Type: text/html\n\n" + repeated("<i>", 3'000) + "\n")},
    {"bytes_of_no_character", plain + "euc-jp\n\n", always("\xFF")},
    {"bytes_of_no_utf8", plain + "utf-8\n\n", always("\xFF")},
    {"wide_text", plain + "utf-16\n\n", always("\x30\x42")},
    {"escapes", plain + "iso-2022-jp\n\n", always("\x1B$B!!\x1B(B")},
    {"utf_7", plain + "utf-7\n\n", always("+AGE-")},
    {"flowed_text", "Content-Type: text/plain; format=flowed\n\n", always("a \n")},
    {"colons", plain + "utf-8\n\n", always(":\n")},
    {"heads", plain + "utf-8\n\n", always("From: x\n\n")},
    {"writers", plain + "utf-8\n\n", always("On 2026-11-28 12:34 x@y.example,:\n")},
    {"quotes", plain + "utf-8\n\n", always("> ")},
    {"dashes", plain + "utf-8\n\n", always("-- \n")},
    {"quoted_printable", "Content-Transfer-Encoding: quoted-printable\n\n", always("=C3=A4")},
    {"base64", "Content-Transfer-Encoding: base64\n\n", always("PGI+PGI+\n")},
    {"fields", "", numbered("X-", ": y\n")},
    {"long_field", "References:", numbered(" <", "@x>\n")},
    {"signatures", "", always("DKIM-Signature: d=x; h=" + repeated("a:", 450) + "\n")},
    {"results", "", always("Authentication-Results: x; " + repeated("dmarc=pass;", 40) + "\n")},
    {"recipients", "To: ", always("a@b.example, ")},
    {"encoded_words", "Subject:", always(" =?utf-8?B?YQ==?=\n")},
};

class CostlyMails : public testing::TestWithParam<Costly> {};

// As much as a page of words costs, whatever this program was built for: once they took up to a
// minute of a processor.
TEST_P(CostlyMails, CostNoMoreThanHonestOnes) {
    const auto honest = honest_reading_cost();

    const auto cost = reading_cost(bytes_of(GetParam()));

    EXPECT_LT(cost, honest * honest_costs_max) << honest.count() << " ns is a page of words";
}

INSTANTIATE_TEST_SUITE_P(Mails, CostlyMails, testing::ValuesIn(costly_mails),
                         [](const auto& costly) { return costly.param.name; });

}  // namespace
}  // namespace tanbo::mail::mime
