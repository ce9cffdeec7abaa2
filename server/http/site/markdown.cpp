#include "server/http/site/markdown.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace tanbo::http {

namespace {

using std::string_view;
using Spans = std::vector<TemplateData>;

TemplateData text_span(std::string kind, string_view text) {
    return {{{std::move(kind), std::string(text)}}};
}

// Schemes that run nothing in a browser. An address has no spaces, quotes or control characters.
bool is_safe_target(string_view target) {
    constexpr std::array<string_view, 3> schemes = {"https://", "http://", "mailto:"};
    const bool is_allowed = std::ranges::any_of(schemes, [target](string_view scheme) {
        return target.starts_with(scheme) && target.size() > scheme.size();
    });
    const bool is_plain = std::ranges::all_of(target, [](char c) {
        return c > ' ' && c < 0x7F && c != '"' && c != '<' && c != '>' && c != '\\';
    });
    return is_allowed && is_plain;
}

// The text between two marks at the start of `rest`, removed from it with them; else nothing.
string_view take_between(string_view& rest, string_view open, string_view close) {
    if (!rest.starts_with(open)) return {};
    const auto end = rest.find(close, open.size());
    if (end == string_view::npos) return {};
    const string_view inner = rest.substr(open.size(), end - open.size());
    if (inner.empty() || inner.front() == ' ' || inner.back() == ' ') return {};
    rest.remove_prefix(end + close.size());
    return inner;
}

// "[label](target)" at the start of `rest`.
bool take_link(string_view& rest, Spans& spans) {
    string_view after = rest;
    const string_view label = take_between(after, "[", "]");
    if (label.empty()) return false;
    const string_view target = take_between(after, "(", ")");
    if (!is_safe_target(target)) return false;
    spans.push_back({{{"target", std::string(target)}, {"label", std::string(label)}}});
    rest = after;
    return true;
}

bool take_marked(string_view& rest, Spans& spans) {
    if (take_link(rest, spans)) return true;
    if (const auto strong = take_between(rest, "**", "**"); !strong.empty()) {
        spans.push_back(text_span("strong", strong));
        return true;
    }
    if (rest.starts_with("**")) return false;
    const auto emphasis = take_between(rest, "*", "*");
    if (!emphasis.empty()) spans.push_back(text_span("emphasis", emphasis));
    return !emphasis.empty();
}

Spans spans_of(string_view line) {
    Spans spans;
    std::string plain;
    while (!line.empty()) {
        const std::size_t known = spans.size();
        if (take_marked(line, spans)) {
            if (!plain.empty()) {
                spans.insert(spans.begin() + static_cast<std::ptrdiff_t>(known),
                             text_span("plain", plain));
            }
            plain.clear();
            continue;
        }
        // A pair of marks that opens nothing is one text, or its second mark would open emphasis.
        const std::size_t length = line.starts_with("**") ? 2 : 1;
        plain += line.substr(0, length);
        line.remove_prefix(length);
    }
    if (!plain.empty()) spans.push_back(text_span("plain", plain));
    return spans;
}

TemplateData spanned(string_view line) {
    return {{}, {{"spans", spans_of(line)}}};
}

// Gathers lines into blocks.
class Blocks {
public:
    void add(string_view line) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
        if (line.empty()) return end();
        if (line.starts_with("# ")) return add_heading("heading", line.substr(2));
        if (line.starts_with("## ")) return add_heading("subheading", line.substr(3));
        if (line.starts_with("- ") || line.starts_with("* ")) return add_item(line.substr(2));
        if (!items_.empty()) end();
        if (!paragraph_.empty()) paragraph_ += ' ';
        paragraph_ += line;
    }
    std::vector<TemplateData> take() {
        end();
        return std::move(blocks_);
    }

private:
    void add_heading(const std::string& kind, string_view line) {
        end();
        blocks_.push_back({{}, {{kind, {spanned(line)}}}});
    }
    void add_item(string_view line) {
        if (!paragraph_.empty()) end();
        items_.push_back(spanned(line));
    }
    void end() {
        if (!paragraph_.empty()) blocks_.push_back({{}, {{"paragraph", {spanned(paragraph_)}}}});
        if (!items_.empty()) {
            blocks_.push_back({{}, {{"list", {{{}, {{"items", std::move(items_)}}}}}}});
        }
        paragraph_.clear();
        items_.clear();
    }

    std::vector<TemplateData> blocks_;
    std::string paragraph_;
    std::vector<TemplateData> items_;
};

}  // namespace

std::vector<TemplateData> markdown_blocks(string_view text) {
    Blocks blocks;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        blocks.add(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return blocks.take();
}

}  // namespace tanbo::http
