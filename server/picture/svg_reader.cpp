#include "server/picture/svg_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace tanbo::picture {
namespace {

constexpr std::string_view spaces = " \t\r\n";
constexpr std::size_t depth_max = 32;

using Attributes = std::map<std::string, std::string, std::less<>>;

std::string without_entities(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, char>, 5> entities = {
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}}};
    std::string out;
    while (!text.empty()) {
        const auto found = std::ranges::find_if(
            entities, [text](const auto& entity) { return text.starts_with(entity.first); });
        out += found == entities.end() ? text.front() : found->second;
        text.remove_prefix(found == entities.end() ? 1 : found->first.size());
    }
    return out;
}

// Reads tags one after the other, and keeps what is drawn.
class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) {}

    std::optional<SvgDocument> document() {
        while (!is_wrong_ && next_tag()) {
        }
        if (is_wrong_ || !is_svg_ || !open_.empty()) return std::nullopt;
        return std::move(document_);
    }

private:
    struct Open {
        std::string name;
        Attributes attributes;  // with those of the elements around it
        bool is_drawn;
    };

    // One tag and the text before it; false at the end.
    bool next_tag() {
        const std::size_t begin = rest_.find('<');
        const std::string_view before = rest_.substr(0, begin);
        if (begin == std::string_view::npos) {
            is_wrong_ = before.find_first_not_of(spaces) != std::string_view::npos;
            return false;
        }
        if (is_in_text()) document_.elements.back().text += without_entities(before);
        rest_.remove_prefix(begin + 1);
        const std::size_t end = rest_.find('>');
        is_wrong_ = end == std::string_view::npos;
        if (is_wrong_) return false;
        const std::string_view tag = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        if (tag.starts_with('/')) {
            close(tag.substr(1));
        } else {
            open(tag);
        }
        return true;
    }

    bool is_in_text() const {
        return !open_.empty() && open_.back().name == "text" && open_.back().is_drawn;
    }

    void open(std::string_view tag) {
        const bool is_closed = tag.ends_with('/');
        if (is_closed) tag.remove_suffix(1);
        const std::size_t name_end = std::min(tag.find_first_of(spaces), tag.size());
        Open one{std::string(tag.substr(0, name_end)), {}, true};
        Attributes own = attributes_of(tag.substr(name_end));
        if (open_.empty()) {
            is_wrong_ = is_wrong_ || is_svg_ || one.name != "svg";
            is_svg_ = true;
            document_.attributes = own;
            own = Attributes();
            for (const auto& [name, value] : document_.attributes) {
                if (name.starts_with("font-")) own[name] = value;
            }
        } else {
            one.is_drawn = open_.back().is_drawn && one.name != "defs" && one.name != "title" &&
                           one.name != "desc";
            own.insert(open_.back().attributes.begin(), open_.back().attributes.end());
        }
        if (one.is_drawn && one.name != "svg" && one.name != "g") {
            document_.elements.push_back({one.name, own, {}});
        }
        one.attributes = std::move(own);
        is_wrong_ = is_wrong_ || open_.size() == depth_max;
        if (!is_closed) open_.push_back(std::move(one));
    }

    void close(std::string_view name) {
        if (open_.empty() || open_.back().name != name) {
            is_wrong_ = true;
            return;
        }
        open_.pop_back();
    }

    Attributes attributes_of(std::string_view text) {
        Attributes found;
        for (;;) {
            text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
            if (text.empty()) return found;
            const std::size_t equals = text.find("=\"");
            const std::size_t end =
                equals == std::string_view::npos ? equals : text.find('"', equals + 2);
            if (end == std::string_view::npos) {
                is_wrong_ = true;
                return found;
            }
            found.insert_or_assign(std::string(text.substr(0, equals)),
                                   without_entities(text.substr(equals + 2, end - equals - 2)));
            text.remove_prefix(end + 1);
        }
    }

    std::string_view rest_;
    SvgDocument document_;
    std::vector<Open> open_;
    bool is_svg_ = false;
    bool is_wrong_ = false;
};

}  // namespace

std::optional<SvgDocument> read_svg(std::string_view text) {
    return Reader(text).document();
}

std::vector<double> numbers_of(std::string_view text) {
    std::vector<double> numbers;
    while (!text.empty()) {
        double value = 0;
        const char* const last = text.data() + text.size();
        const auto [end, error] = std::from_chars(text.data(), last, value);
        const bool is_number = error == std::errc{};
        if (is_number) numbers.push_back(value);
        text.remove_prefix(is_number ? static_cast<std::size_t>(end - text.data()) : 1);
    }
    return numbers;
}

}  // namespace tanbo::picture
