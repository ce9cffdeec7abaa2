#include "server/mail/html_text.hpp"

#include <algorithm>

#include "server/mail/html_role.hpp"
#include "server/mail/html_tree.hpp"
#include "server/mail/letter.hpp"

namespace tanbo::mail {

namespace {

constexpr std::string_view rule_line = "________________";

// Lines out of words and breaks, up to text_bytes_max: a small page can have many deeply quoted
// ones.
class LineWriter {
public:
    void add_text(std::string_view text) {
        for (const char byte : text) {
            if (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f') {
                add_space();
            } else {
                add_byte(byte);
            }
        }
    }

    // Blanks and line ends count.
    void add_formatted(std::string_view text) {
        for (const char byte : text) {
            if (byte == '\n') {
                end_line();
            } else {
                add_byte(byte);
            }
        }
    }

    void add_space() { needs_space_ = !line_.empty(); }

    // <br>: ends a line that may be empty.
    void end_line() {
        write_line();
        line_.clear();
        needs_space_ = false;
    }

    // The edge of a block: ends a line that isn't empty.
    void end_block() {
        if (!line_.empty()) end_line();
    }

    // The edge of a paragraph: a blank line before what follows.
    void end_paragraph() {
        end_block();
        needs_blank_line_ = !text_.empty();
    }

    void set_depth(std::size_t depth) {
        end_block();
        depth_ = depth;
    }

    std::string take() {
        end_block();
        return std::move(text_);
    }

private:
    void add_byte(char byte) {
        if (needs_space_) line_ += ' ';
        needs_space_ = false;
        line_ += byte;
    }

    void write_line() {
        if (text_.size() > text_bytes_max) return;
        if (needs_blank_line_ && !line_.empty()) {
            text_.append(std::min(depth_, last_depth_), '>');
            text_ += '\n';
        }
        needs_blank_line_ = false;
        last_depth_ = depth_;
        text_.append(depth_, '>');
        if (depth_ > 0 && !line_.empty()) text_ += ' ';
        text_ += line_;
        text_ += '\n';
    }

    std::string text_;
    std::string line_;
    std::size_t depth_ = 0;
    std::size_t last_depth_ = 0;  // of the line before
    bool needs_space_ = false;
    bool needs_blank_line_ = false;
};

class HtmlReader {
public:
    std::string text_of(const GumboNode& root) {
        read(root, 0);
        return lines_.take();
    }

private:
    void read(const GumboNode& node, std::size_t nesting) {
        if (nesting > html_nesting_max) return;
        switch (node.type) {
            case GUMBO_NODE_ELEMENT:
                read_element(node.v.element, nesting);
                return;
            case GUMBO_NODE_TEXT:
            case GUMBO_NODE_WHITESPACE:
            case GUMBO_NODE_CDATA:
                read_text(node.v.text.text);
                return;
            case GUMBO_NODE_DOCUMENT:
            case GUMBO_NODE_COMMENT:
            case GUMBO_NODE_TEMPLATE:
                return;
        }
    }

    void read_text(const char* text) {
        if (formatted_ > 0) {
            lines_.add_formatted(text);
        } else {
            lines_.add_text(text);
        }
    }

    void read_element(const GumboElement& element, std::size_t nesting) {
        switch (html_role(element)) {
            case HtmlRole::left_out:
                return;
            case HtmlRole::quote_from_here:
                rest_depth_ = 1;
                lines_.set_depth(rest_depth_ + quote_depth_);
                break;
            case HtmlRole::quote:
                lines_.set_depth(rest_depth_ + ++quote_depth_);
                read_inside(element, nesting);
                lines_.set_depth(rest_depth_ + --quote_depth_);
                return;
            case HtmlRole::content:
                break;
        }
        read_inside(element, nesting);
    }

    void read_inside(const GumboElement& element, std::size_t nesting) {
        if (element.tag == GUMBO_TAG_BR) return lines_.end_line();
        if (element.tag == GUMBO_TAG_HR) return read_rule();
        const bool is_paragraph = element.tag == GUMBO_TAG_P;
        const bool is_formatted = element.tag == GUMBO_TAG_PRE;
        end(element.tag, is_paragraph);
        formatted_ += is_formatted ? 1 : 0;
        for (unsigned int at = 0; at < element.children.length; ++at) {
            read(*static_cast<const GumboNode*>(element.children.data[at]), nesting + 1);
        }
        formatted_ -= is_formatted ? 1 : 0;
        end(element.tag, is_paragraph);
    }

    // What separates an element from what is around it.
    void end(GumboTag tag, bool is_paragraph) {
        if (is_paragraph) {
            lines_.end_paragraph();
        } else if (is_block(tag)) {
            lines_.end_block();
        } else if (tag == GUMBO_TAG_TD || tag == GUMBO_TAG_TH) {
            lines_.add_space();
        }
    }

    void read_rule() {
        lines_.end_block();
        lines_.add_text(rule_line);
        lines_.end_block();
    }

    LineWriter lines_;
    std::size_t quote_depth_ = 0;
    std::size_t rest_depth_ = 0;  // 1 where all that follows is quoted
    int formatted_ = 0;
};

}  // namespace

std::optional<std::string> html_text(std::string_view html, ReadingDeadline deadline) {
    const HtmlTree tree(html, html_tree_bytes_max, deadline);
    if (tree.root() == nullptr) return std::nullopt;
    return HtmlReader().text_of(*tree.root());
}

}  // namespace tanbo::mail
