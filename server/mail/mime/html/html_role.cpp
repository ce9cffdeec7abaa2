#include "server/mail/mime/html/html_role.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/html/html_element.hpp"

namespace tanbo::mail::mime {

namespace {

// Outlook and Zimbra: what the old mail, or its head, begins with.
constexpr std::array<std::string_view, 5> quote_begins{"appendonsend", "divrplyfwdmsg",
                                                       "mail-editor-reference-message-container",
                                                       "outlookmessageheader", "zwchr"};

// Zimbra, Thunderbird's forwards, GMX and web.de, Spark, Yahoo, Zoho.
constexpr std::array<std::string_view, 6> quotes{"__quoted_text__", "moz-forward-container",
                                                 "quote",           "spark_quote",
                                                 "yahoo_quoted",    "zmail_extra"};

constexpr std::array<std::string_view, 14> programs_words{"applemailsignature",
                                                          "composer_signature",
                                                          "gmail_attr",
                                                          "gmail_signature",
                                                          "gmail_signature_prefix",
                                                          "moz-cite-prefix",
                                                          "moz-signature",
                                                          "moz-txt-sig",
                                                          "ms-outlook-mobile-signature",
                                                          "protonmail_signature_block",
                                                          "reply-intro",
                                                          "signature",
                                                          "x-evo-signature",
                                                          "ymail_android_signature"};

constexpr std::array<GumboTag, 22> tags_without_text{
    GUMBO_TAG_HEAD,    GUMBO_TAG_STYLE,    GUMBO_TAG_SCRIPT,   GUMBO_TAG_TITLE,  GUMBO_TAG_NOSCRIPT,
    GUMBO_TAG_OBJECT,  GUMBO_TAG_SVG,      GUMBO_TAG_TEXTAREA, GUMBO_TAG_SELECT, GUMBO_TAG_IFRAME,
    GUMBO_TAG_AUDIO,   GUMBO_TAG_VIDEO,    GUMBO_TAG_MATH,     GUMBO_TAG_CANVAS, GUMBO_TAG_DATALIST,
    GUMBO_TAG_NOEMBED, GUMBO_TAG_NOFRAMES, GUMBO_TAG_PROGRESS, GUMBO_TAG_METER,  GUMBO_TAG_RP,
    GUMBO_TAG_APPLET,  GUMBO_TAG_TEMPLATE};

constexpr std::array<GumboTag, 35> blocks{
    GUMBO_TAG_ADDRESS,  GUMBO_TAG_ARTICLE, GUMBO_TAG_ASIDE,     GUMBO_TAG_BLOCKQUOTE,
    GUMBO_TAG_BODY,     GUMBO_TAG_CAPTION, GUMBO_TAG_CENTER,    GUMBO_TAG_DD,
    GUMBO_TAG_DIR,      GUMBO_TAG_DIV,     GUMBO_TAG_DL,        GUMBO_TAG_DT,
    GUMBO_TAG_FIELDSET, GUMBO_TAG_FIGURE,  GUMBO_TAG_FOOTER,    GUMBO_TAG_FORM,
    GUMBO_TAG_H1,       GUMBO_TAG_H2,      GUMBO_TAG_H3,        GUMBO_TAG_H4,
    GUMBO_TAG_H5,       GUMBO_TAG_H6,      GUMBO_TAG_HEADER,    GUMBO_TAG_LI,
    GUMBO_TAG_MAIN,     GUMBO_TAG_NAV,     GUMBO_TAG_OL,        GUMBO_TAG_P,
    GUMBO_TAG_PRE,      GUMBO_TAG_SECTION, GUMBO_TAG_TABLE,     GUMBO_TAG_TBODY,
    GUMBO_TAG_TR,       GUMBO_TAG_UL,      GUMBO_TAG_FIGCAPTION};

template <class T, std::size_t size>
bool contains(const std::array<T, size>& values, const T& value) {
    return std::find(values.begin(), values.end(), value) != values.end();
}

// Outlook puts x_ before the names in what it quotes, once more each time.
std::string_view without_prefix(std::string_view name) {
    while (name.starts_with("x_")) name.remove_prefix(2);
    return name;
}

// Whether the element has one of the names as an id, a name or one of its classes.
template <std::size_t size>
bool is_named(const GumboElement& element, const std::array<std::string_view, size>& names) {
    for (const char* const key : {"id", "class", "name", "data-marker"}) {
        const std::string value = html_attribute(element, key);
        std::string_view rest = trimmed(value);
        while (!rest.empty()) {
            const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n"));
            if (contains(names, without_prefix(word))) return true;
            rest = trimmed(rest.substr(word.size()));
        }
    }
    return false;
}

// The declarations of a style attribute, without blanks, each with a ; at both ends.
std::string style_of(const GumboElement& element) {
    std::string style = ";";
    for (const char byte : html_attribute(element, "style")) {
        if (byte != ' ' && byte != '\t' && byte != '\r' && byte != '\n') style += byte;
    }
    return style + ';';
}

// The line above the old mail's head in Outlook, for ten years now.
bool is_outlook_line(const GumboElement& element) {
    if (element.tag != GUMBO_TAG_DIV) return false;
    const std::string style = style_of(element);
    const auto has = [&](std::string_view text) { return style.find(text) != style.npos; };
    return has(";border:none;") && has(";border-top:solid") &&
           (has(";padding:3.0pt") || has(";padding:3pt"));
}

}  // namespace

HtmlRole html_role(const GumboElement& element) {
    if (contains(tags_without_text, element.tag)) return HtmlRole::left_out;
    if (is_named(element, programs_words)) return HtmlRole::left_out;
    if (is_named(element, quote_begins)) return HtmlRole::quote_from_here;
    if (is_outlook_line(element)) return HtmlRole::quote_from_here;
    if (element.tag == GUMBO_TAG_BLOCKQUOTE) return HtmlRole::quote;
    if (is_named(element, quotes)) return HtmlRole::quote;
    return HtmlRole::content;
}

bool is_block(GumboTag tag) {
    return contains(blocks, tag);
}

}  // namespace tanbo::mail::mime
