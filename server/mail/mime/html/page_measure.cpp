#include "server/mail/mime/html/page_measure.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "protocol/json/words.hpp"
#include "server/mail/mime/headers.hpp"

namespace tanbo::mail::mime {

namespace {

constexpr std::string_view tag_blanks = " \t\r\n\f";
// A possible tag is read from its mark on, also within another: honest pages are read once so.
constexpr std::size_t readings_max = 4;
constexpr std::size_t readings_bytes_min = std::size_t{64} << 10U;

// Elements that hold nothing. In SVG and MathML they do.
constexpr std::array<std::string_view, 13> voids{"area",  "base",   "br",    "col",  "embed",
                                                 "hr",    "img",    "input", "link", "meta",
                                                 "param", "source", "track"};

// Elements with an optional end: one of these ends another of its name.
constexpr std::array<std::string_view, 8> self_ending{"dd", "dt", "li", "option",
                                                      "p",  "td", "th", "tr"};

// Elements that the start of one of that name ends, or its end, if they are above it.
struct Ended {
    std::string_view name;
    std::string_view above;
};
constexpr std::array<Ended, 16> ended{{{"dl", "dd"},
                                       {"dl", "dt"},
                                       {"ol", "li"},
                                       {"table", "tbody"},
                                       {"table", "td"},
                                       {"table", "th"},
                                       {"table", "tr"},
                                       {"tbody", "td"},
                                       {"tbody", "th"},
                                       {"tbody", "tr"},
                                       {"thead", "td"},
                                       {"thead", "th"},
                                       {"thead", "tr"},
                                       {"tr", "td"},
                                       {"tr", "th"},
                                       {"ul", "li"}}};

// Elements that at their ends end paragraphs above them.
constexpr std::array<std::string_view, 26> paragraph_ends{
    "article", "blockquote", "body", "center", "dd",   "dir", "div",  "dl",      "dt",
    "footer",  "header",     "html", "li",     "main", "nav", "ol",   "section", "table",
    "tbody",   "td",         "th",   "thead",  "tr",   "ul",  "menu", "fieldset"};

// Elements with a text that holds no tags, where they are HTML's.
constexpr std::array<std::string_view, 9> texts{
    "iframe", "noembed", "noframes", "noscript", "script", "style", "textarea", "title", "xmp"};

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// The next place of a text at or behind some place, looked for once: the places that are asked for
// only grow.
class Finder {
public:
    Finder(std::string_view page, std::string text) : page_(page), text_(std::move(text)) {}

    // Behind the text; the end of the page if there is none.
    std::size_t behind(std::size_t from) {
        if (!is_known_ || at_ < from) at_ = page_.find(text_, from);
        is_known_ = true;
        return at_ == std::string_view::npos ? page_.size() : at_ + text_.size();
    }

private:
    std::string_view page_;
    std::string text_;
    std::size_t at_ = 0;
    bool is_known_ = false;
};

struct Tag {
    std::string name;
    std::size_t attributes = 0;
    std::size_t end = 0;  // behind its >
};

// Reads the tag with its name at `at`, as the tokenizer does. Source: HTML Living Standard,
// 13.2.5.8 and 13.2.5.32 to 13.2.5.40.
Tag read_tag(std::string_view page, std::size_t at) {
    Tag tag;
    const auto skip = [&](std::string_view bytes) {
        at = std::min(page.find_first_not_of(bytes, at), page.size());
    };
    const auto skip_to = [&](std::string_view bytes) {
        at = std::min(page.find_first_of(bytes, at), page.size());
    };
    const std::size_t begin = at;
    skip_to(" \t\r\n\f/>");
    tag.name = protocol::lower(page.substr(begin, std::min(at - begin, tag_name_bytes_max + 1)));
    while (tag.attributes <= tag_attributes_max) {
        skip(" \t\r\n\f/");
        if (at == page.size() || page[at] == '>') break;
        ++tag.attributes;
        if (page[at] == '=') ++at;
        skip_to(" \t\r\n\f/>=");
        skip(tag_blanks);
        if (at == page.size() || page[at] != '=') continue;
        ++at;
        skip(tag_blanks);
        if (at == page.size() || page[at] == '>') continue;
        const char quote = page[at];
        if (quote == '"' || quote == '\'') {
            at = std::min(page.find(quote, at + 1), page.size() - 1) + 1;
        } else {
            skip_to(" \t\r\n\f>");
        }
    }
    tag.end = std::min(at + 1, page.size());
    return tag;
}

// Goes through the marks of a page. The open elements that it counts are at least the parser's.
class PageReader {
public:
    PageReader(std::string_view page, std::size_t marks_max, std::size_t nested_bytes_max)
        : page_(page),
          marks_max_(marks_max),
          nested_bytes_max_(nested_bytes_max),
          reading_left_(std::max(readings_bytes_min, page.size() * readings_max)),
          comment_end_(page, "-->"),
          loud_comment_end_(page, "--!>"),
          comment_begin_(page, "<!--"),
          section_end_(page, "]]>"),
          mark_end_(page, ">"),
          text_end_(page, "</") {}

    bool is_within_limits() {
        std::size_t at = page_.find('<');
        std::size_t last = 0;
        while (at != std::string_view::npos) {
            nested_bytes_ += (at - last) * open_.size();
            last = at;
            if (++marks_ > marks_max_ || nested_bytes_ > nested_bytes_max_) return false;
            const std::size_t next = read_mark(at);
            if (is_past_ || open_.size() > page_depth_max) return false;
            at = page_.find('<', next);
        }
        nested_bytes_ += (page_.size() - last) * open_.size();
        return nested_bytes_ <= nested_bytes_max_;
    }

    std::size_t marks() const { return marks_; }
    std::size_t nested_bytes() const { return nested_bytes_; }

private:
    // Returns where to look for the next mark.
    std::size_t read_mark(std::size_t at) {
        const std::string_view rest = page_.substr(at + 1);
        if (rest.empty()) return at + 1;
        if (protocol::is_letter(rest[0])) return read_start(at);
        if (rest.size() > 1 && rest[0] == '/' && protocol::is_letter(rest[1])) return read_end(at);
        if (rest.starts_with("!--")) return read_comment(at);
        if (rest.starts_with("![CDATA[")) hide_until(section_end_.behind(at));
        if (rest[0] == '!' || rest[0] == '?' || rest[0] == '/') hide_until(mark_end_.behind(at));
        return at + 1;
    }

    // Ends up to there may stand within something else, and then they are none.
    void hide_until(std::size_t end) { hidden_until_ = std::max(hidden_until_, end); }

    std::size_t read_start(std::size_t at) {
        const Tag tag = tag_at(at, at + 1);
        open(tag.name);
        hide_until(tag.end);
        if (tag.name == "plaintext") hide_until(page_.size());
        if (is_one_of(texts, tag.name)) hide_until(end_of_text(tag));
        return at + 1;
    }

    std::size_t read_end(std::size_t at) {
        const Tag tag = tag_at(at, at + 2);
        if (at >= hidden_until_) close(tag.name);
        hide_until(tag.end);
        return at + 1;
    }

    // A comment that is surely one is passed over, to the first place where it may end.
    std::size_t read_comment(std::size_t at) {
        const bool is_sure = at >= hidden_until_;
        const std::size_t begin = at + 4;
        const std::size_t end = comment_end_.behind(begin);
        hide_until(end);
        if (!is_sure) return at + 1;
        const std::string_view rest = page_.substr(begin);
        if (rest.starts_with('>') || rest.starts_with("->")) return begin;
        return std::min(end, loud_comment_end_.behind(begin));
    }

    Tag tag_at(std::size_t at, std::size_t name) {
        Tag tag = read_tag(page_, name);
        const std::size_t bytes = tag.end - at;
        is_past_ = is_past_ || tag.attributes > tag_attributes_max ||
                   tag.name.size() > tag_name_bytes_max || bytes > reading_left_;
        reading_left_ -= std::min(reading_left_, bytes);
        return tag;
    }

    // Behind the first end tag of that name. A script with a comment may have others in it.
    std::size_t end_of_text(const Tag& tag) {
        std::size_t end = tag.end;
        while (end < page_.size()) {
            end = text_end_.behind(end);
            if (protocol::lower(page_.substr(end, tag.name.size())) == tag.name) break;
        }
        const bool may_go_on = tag.name == "script" && comment_begin_.behind(tag.end) <= end;
        return may_go_on ? page_.size() : end;
    }

    void open(const std::string& name) {
        has_foreign_ = has_foreign_ || name == "svg" || name == "math";
        if (!has_foreign_ && is_one_of(voids, name)) return;
        const bool may_end_other = !has_foreign_ && is_one_of(self_ending, name);
        if (may_end_other && name != "p" && name != "option") end_above(name);
        if (!may_end_other || !is_on_top(name)) open_.push_back(name);
    }

    void close(const std::string& name) {
        if (!has_foreign_ && is_one_of(paragraph_ends, name)) end_above(name);
        if (is_on_top(name)) open_.pop_back();
    }

    bool is_on_top(const std::string& name) const { return !open_.empty() && open_.back() == name; }

    // Ends what needs no end of its own, if an element of that name is below it.
    void end_above(const std::string& name) {
        std::size_t top = open_.size();
        while (top > 0 && is_ended_above(open_[top - 1], name)) --top;
        if (top > 0 && open_[top - 1] == name) open_.resize(top);
    }

    static bool is_ended_above(const std::string& above, const std::string& name) {
        if (above == "p" && name != "p") return true;
        return std::ranges::any_of(
            ended, [&](const Ended& one) { return one.name == name && one.above == above; });
    }

    const std::string_view page_;
    const std::size_t marks_max_;
    const std::size_t nested_bytes_max_;
    std::size_t reading_left_;
    Finder comment_end_;
    Finder loud_comment_end_;
    Finder comment_begin_;
    Finder section_end_;
    Finder mark_end_;
    Finder text_end_;
    std::vector<std::string> open_;
    std::size_t marks_ = 0;
    std::size_t nested_bytes_ = 0;
    std::size_t hidden_until_ = 0;
    bool has_foreign_ = false;
    bool is_past_ = false;
};

}  // namespace

bool PageAllowance::take_page(std::string_view html) {
    PageReader reader(html, marks_, nested_bytes_);
    const bool is_allowed = reader.is_within_limits();
    marks_ -= std::min(marks_, reader.marks());
    nested_bytes_ -= std::min(nested_bytes_, reader.nested_bytes());
    return is_allowed;
}

bool PageAllowance::take_style_steps(std::size_t steps) {
    const bool is_allowed = steps <= style_steps_;
    style_steps_ -= std::min(style_steps_, steps);
    return is_allowed;
}

}  // namespace tanbo::mail::mime
