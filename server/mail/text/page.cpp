#include "server/mail/text/page.hpp"

#include "protocol/boards/text_board.hpp"
#include "protocol/json/markup.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::mail::text {

namespace {

// The colours of the client's pages, light as it stands, dark if the reader's program asks for it.
// Nothing is fetched.
constexpr std::string_view head_of_page =
    R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 1em 0; background: #f6f2e6; color: #23241c;
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.mail { max-width: 37.5em; margin: 0 auto; background: #fffdf6; border-radius: 14px; overflow: hidden; }
.name { margin: 0; padding: 0.8em 1.3em; background: #2f6432; color: #ffffff; font-size: 1.25em;
  font-weight: 600; }
main { padding: 1.5em 1.75em; line-height: 1.45; }
h1, p, ul, table, pre, figure, blockquote { margin: 0 0 0.9em; }
h1 { font-size: 1.35em; line-height: 1.25; }
blockquote { padding-left: 0.8em; border-left: 3px solid #ddd6bf; overflow-wrap: anywhere; }
h2 { margin: 1.4em 0 0.4em; font-size: 1em; }
ul { padding-left: 1.2em; }
ul ul { margin: 0; color: #a8321a; }
figure { text-align: center; }
figure img { display: inline-block; width: 100%; max-width: 30em; height: auto; border-radius: 12px; }
table { border-collapse: collapse; font-size: 0.94em; }
th, td { padding: 0.2em 0.9em 0.2em 0; text-align: left; vertical-align: top; }
th { font-weight: 600; border-bottom: 1px solid #ddd6bf; }
.number { text-align: right; }
pre { font: 0.86em/1.35 ui-monospace, Menlo, Consolas, "Courier New", monospace; overflow-x: auto; }
code, .points { font: 0.94em ui-monospace, Menlo, Consolas, "Courier New", monospace; }
.small { font-size: 0.86em; color: #5a5846; }
a { color: #2f6432; }
.open { margin: 1.2em 0; text-align: center; }
.open a { display: inline-block; padding: 0.75em 1.75em; border-radius: 2em; background: #2f6432;
  color: #ffffff; font-weight: 600; text-decoration: none; }
@media (prefers-color-scheme: dark) {
  body { background: #111917; color: #ecefe2; }
  .mail { background: #19231f; }
  ul ul { color: #ff9470; }
  th, blockquote { border-color: #2b3a34; }
  .small { color: #a9b5a6; }
  a { color: #9ecf7f; }
}
</style>
)";

constexpr std::string_view image = R"(<figure><img src="cid:board" width="480" alt=")";

// Escaped, with what stands between two backticks as code.
std::string marked_up(std::string_view text) {
    std::string html;
    while (true) {
        const std::size_t open = text.find('`');
        const std::size_t close = open == text.npos ? open : text.find('`', open + 1);
        if (close == text.npos) return html + protocol::escaped(text);
        html += protocol::escaped(text.substr(0, open)) + "<code>" +
                protocol::escaped(text.substr(open + 1, close - open - 1)) + "</code>";
        text.remove_prefix(close + 1);
    }
}

std::string element(std::string_view name, std::string_view text) {
    return "<" + std::string(name) + ">" + protocol::escaped(text) + "</" + std::string(name) + ">";
}

}  // namespace

void MailPage::begin_part() {
    if (!text_.empty()) text_ += '\n';
}

void MailPage::say(std::string_view paragraph) {
    begin_part();
    text_ += wrapped(ascii(paragraph));
    const std::string_view name = html_.empty() ? "h1" : "p";
    html_ +=
        "<" + std::string(name) + ">" + marked_up(paragraph) + "</" + std::string(name) + ">\n";
}

void MailPage::head(std::string_view title) {
    begin_part();
    text_ += ascii(title) + ":\n";
    html_ += element("h2", title) + "\n";
}

void MailPage::quote(std::string_view words) {
    begin_part();
    text_ += quoted(words);
    html_ += element("blockquote", words) + "\n";
}

void MailPage::news(std::span<const NewsItem> items) {
    html_ += "<ul>\n";
    for (const NewsItem& item : items) {
        text_ += wrapped(ascii(item.text), 4, 2);
        html_ += "<li>" + protocol::escaped(item.text);
        if (!item.details.empty()) html_ += "\n<ul>\n";
        for (const std::string& detail : item.details) {
            text_ += wrapped(ascii(detail), 8, 6);
            html_ += element("li", detail) + "\n";
        }
        html_ += item.details.empty() ? "</li>\n" : "</ul>\n</li>\n";
    }
    html_ += "</ul>\n";
}

void MailPage::board(const protocol::BoardView& board, std::string_view caption) {
    begin_part();
    text_ += protocol::text_board(board, {.has_caption = false});
    html_ += std::string(image) + protocol::escaped(caption) + "\"></figure>\n";
    has_board_ = true;
    button_at_ = html_.size();
}

void MailPage::drawing(const protocol::BoardView& board, std::string_view caption) {
    begin_part();
    const std::string drawn = protocol::text_board(board, {.has_caption = false});
    text_ += drawn;
    html_ += "<pre role=\"img\" aria-label=\"" + protocol::escaped(caption) + "\">" +
             protocol::escaped(drawn) + "</pre>\n";
}

void MailPage::table(std::span<const TableColumn> columns,
                     std::span<const std::vector<std::string>> rows) {
    begin_part();
    text_ += text::table(columns, rows);
    const auto append = [&](std::string_view name, std::size_t i, std::string_view cell) {
        if (columns[i].is_text_only) return;
        html_ += "<" + std::string(name) + (columns[i].is_right ? " class=\"number\">" : ">") +
                 protocol::escaped(cell) + "</" + std::string(name) + ">";
    };
    html_ += "<table>\n<tr>";
    for (std::size_t i = 0; i < columns.size(); ++i) {
        append("th", i, columns[i].title);
    }
    html_ += "</tr>\n";
    for (const auto& row : rows) {
        html_ += "<tr>";
        for (std::size_t i = 0; i < columns.size(); ++i) {
            append("td", i, row[i]);
        }
        html_ += "</tr>\n";
    }
    html_ += "</table>\n";
}

void MailPage::names(std::span<const std::string> lines, bool flows) {
    std::string flowing;
    std::string standing;
    for (const std::string& line : lines) {
        text_ += line + "\n";
        standing += protocol::escaped(line) + "\n";
        for (const std::string_view word : protocol::words_of(line)) {
            flowing += (flowing.empty() ? "" : " ") + protocol::escaped(word);
        }
    }
    html_ += flows ? "<p class=\"points\">" + flowing + "</p>\n" : "<pre>" + standing + "</pre>\n";
}

void MailPage::link(std::string_view label, std::string_view url) {
    html_ += "<p>" + anchor(label, url) + "</p>\n";
}

void MailPage::button(std::string_view label, std::string_view url) {
    const std::string html = "<p class=\"open\">" + anchor(label, url) + "</p>\n";
    html_.insert(button_at_.value_or(html_.size()), html);
}

// Adds the link to the text; yields it for the HTML.
std::string MailPage::anchor(std::string_view label, std::string_view url) {
    begin_part();
    text_ += ascii(label) + ":\n  " + std::string(url) + "\n";
    return "<a href=\"" + protocol::escaped(url) + "\">" + protocol::escaped(label) + "</a>";
}

void MailPage::small_print(std::string_view paragraph) {
    begin_part();
    text_ += wrapped(ascii(paragraph));
    html_ += "<p class=\"small\">" + marked_up(paragraph) + "</p>\n";
}

void MailPage::legend(std::string_view of_drawing, std::string_view of_picture) {
    begin_part();
    text_ += wrapped(ascii(of_drawing));
    html_ += "<p class=\"small\">" + protocol::escaped(of_picture) + "</p>\n";
}

GameMail MailPage::mail(std::string_view subject) const {
    GameMail mail;
    mail.subject = ascii(subject);
    mail.text = text_;
    mail.html = std::string(head_of_page) + element("title", mail.subject) +
                "\n</head>\n<body>\n<div class=\"mail\">\n<p class=\"name\">Tanbo</p>\n<main>\n" +
                html_ + "</main>\n</div>\n</body>\n</html>\n";
    mail.has_board = has_board_;
    return mail;
}

}  // namespace tanbo::mail::text
