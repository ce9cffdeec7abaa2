#include "server/mail/mime/html/html_text.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "server/mail/mime/html/computed_style.hpp"
#include "server/mail/mime/html/html_element.hpp"
#include "server/mail/mime/html/html_role.hpp"
#include "server/mail/mime/html/html_tree.hpp"
#include "server/mail/mime/html/style_sheet.hpp"

namespace tanbo::mail::mime {

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

// Gathers the styles of all of a page, wherever they stand in it.
class StyleReader {
public:
    StyleSheet read(const GumboNode& root) {
        read_node(root, 0);
        return std::move(styles_);
    }

private:
    void read_node(const GumboNode& node, std::size_t nesting) {
        if (node.type != GUMBO_NODE_ELEMENT || nesting > html_nesting_max) return;
        const GumboVector& children = node.v.element.children;
        for (unsigned int at = 0; at < children.length; ++at) {
            const auto& child = *static_cast<const GumboNode*>(children.data[at]);
            if (node.v.element.tag == GUMBO_TAG_STYLE && child.type != GUMBO_NODE_ELEMENT) {
                styles_.add(child.v.text.text);
            } else {
                read_node(child, nesting + 1);
            }
        }
    }

    StyleSheet styles_;
};

class HtmlReader {
public:
    HtmlReader(const StyleSheet& styles, const ReadingDeadline& deadline, PageAllowance& allowance)
        : styles_(styles), deadline_(deadline), allowance_(allowance) {}

    HtmlText text_of(const GumboNode& root) {
        read(root, 0, ComputedStyle());
        return {lines_.take(), has_struck_out_};
    }

    std::optional<ReadingFault> fault() const { return fault_; }

private:
    void read(const GumboNode& node, std::size_t nesting, const ComputedStyle& style) {
        if (nesting > html_nesting_max || fault_) return;
        switch (node.type) {
            case GUMBO_NODE_ELEMENT:
                read_element(node, nesting, style);
                return;
            case GUMBO_NODE_TEXT:
            case GUMBO_NODE_WHITESPACE:
            case GUMBO_NODE_CDATA:
                read_text(node, style);
                return;
            case GUMBO_NODE_DOCUMENT:
            case GUMBO_NODE_COMMENT:
            case GUMBO_NODE_TEMPLATE:
                return;
        }
    }

    void read_text(const GumboNode& node, const ComputedStyle& style) {
        if (!style.can_be_seen()) return;
        if (style.is_struck_out) {
            const bool is_written = rest_depth_ + quote_depth_ == 0;
            has_struck_out_ = has_struck_out_ || (is_written && node.type == GUMBO_NODE_TEXT);
            return lines_.add_space();
        }
        if (formatted_ > 0) {
            lines_.add_formatted(node.v.text.text);
        } else {
            lines_.add_text(node.v.text.text);
        }
    }

    void read_element(const GumboNode& node, std::size_t nesting, const ComputedStyle& around) {
        if (deadline_.is_past()) fault_ = ReadingFault::too_slow;
        const GumboElement& element = node.v.element;
        const HtmlRole role = html_role(element);
        if (role == HtmlRole::left_out) return;
        if (!styles_.is_empty()) chain_.emplace_back(element);
        read_shown(node, nesting, role, computed_style(node, around, declared_by_styles()));
        if (!styles_.is_empty()) chain_.pop_back();
    }

    // Each element is held to all the styles of its page.
    Declared declared_by_styles() {
        if (styles_.is_empty()) return {};
        auto declared = styles_.declared(chain_, allowance_);
        if (!declared && !fault_) fault_ = ReadingFault::page_too_large;
        return declared ? *declared : Declared();
    }

    void read_shown(const GumboNode& node, std::size_t nesting, HtmlRole role,
                    const ComputedStyle& style) {
        const GumboElement& element = node.v.element;
        if (style.is_hidden) return;
        if (role == HtmlRole::quote_from_here) {
            rest_depth_ = 1;
            lines_.set_depth(rest_depth_ + quote_depth_);
        }
        if (role == HtmlRole::quote) lines_.set_depth(rest_depth_ + ++quote_depth_);
        read_inside(element, nesting, style);
        if (role == HtmlRole::quote) lines_.set_depth(rest_depth_ + --quote_depth_);
    }

    void read_inside(const GumboElement& element, std::size_t nesting, const ComputedStyle& style) {
        if (element.tag == GUMBO_TAG_BR) return lines_.end_line();
        if (element.tag == GUMBO_TAG_HR) return read_rule();
        const bool is_paragraph = element.tag == GUMBO_TAG_P;
        const bool is_formatted = element.tag == GUMBO_TAG_PRE;
        end(element.tag, is_paragraph);
        formatted_ += is_formatted ? 1 : 0;
        for (unsigned int at = 0; at < element.children.length; ++at) {
            read(*static_cast<const GumboNode*>(element.children.data[at]), nesting + 1, style);
        }
        formatted_ -= is_formatted ? 1 : 0;
        end(element.tag, is_paragraph);
    }

    // The break that separates an element from what is around it.
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

    const StyleSheet& styles_;
    const ReadingDeadline& deadline_;
    PageAllowance& allowance_;
    std::vector<ElementFacts> chain_;  // the elements that are read, the root first
    LineWriter lines_;
    std::size_t quote_depth_ = 0;
    std::size_t rest_depth_ = 0;  // 1 if all that follows is quoted
    int formatted_ = 0;
    bool has_struck_out_ = false;
    std::optional<ReadingFault> fault_;
};

}  // namespace

boost::system::result<HtmlText, ReadingFault> html_text(std::string_view html,
                                                        const ReadingDeadline& deadline,
                                                        PageAllowance& allowance) {
    if (!allowance.take_page(html)) return ReadingFault::page_too_large;
    const HtmlTree tree(html, html_tree_bytes_max, deadline);
    if (tree.is_late()) return ReadingFault::too_slow;
    if (tree.root() == nullptr) return ReadingFault::page_too_large;
    const StyleSheet styles = StyleReader().read(*tree.root());
    if (styles.is_too_large()) return ReadingFault::page_too_large;
    HtmlReader reader(styles, deadline, allowance);
    HtmlText read = reader.text_of(*tree.root());
    if (const auto fault = reader.fault()) return *fault;
    return read;
}

boost::system::result<HtmlText, ReadingFault> html_text(std::string_view html,
                                                        const ReadingDeadline& deadline) {
    PageAllowance allowance;
    return html_text(html, deadline, allowance);
}

}  // namespace tanbo::mail::mime
