#include "server/mail/mime/written.hpp"

#include <algorithm>
#include <vector>

#include "server/mail/mime/attribution.hpp"
#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/reply_lines.hpp"

namespace tanbo::mail::mime {

namespace {

constexpr std::size_t quoted_head_lines = 4;  // among which two fields make a quoted mail's head

std::string_view without_end(std::string_view line) {
    return line.substr(0, line.find_last_not_of(" \t") + 1);
}

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(without_end(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

class ReplyReader {
public:
    explicit ReplyReader(std::vector<std::string_view> lines)
        : lines_(std::move(lines)), kinds_(lines_.size(), Kind::written) {}

    std::string written() {
        mark_attributions();
        for (at_ = 0; at_ < lines_.size() && !is_over_; ++at_) read_line();
        while (!written_.empty() && written_.back().empty()) written_.pop_back();
        std::string text;
        for (const std::string_view line : written_) {
            text += line;
            text += '\n';
        }
        return text;
    }

private:
    enum class Kind : std::uint8_t { written, attribution };

    // From below: only its last line tells that the lines above introduce a quote.
    void mark_attributions() {
        for (std::size_t end = lines_.size(); end > 0;) {
            const std::size_t count = attribution_lines(lines_, end - 1);
            std::fill_n(kinds_.begin() + static_cast<std::ptrdiff_t>(end - count), count,
                        Kind::attribution);
            end -= std::max<std::size_t>(count, 1);
        }
    }

    void read_line() {
        const std::string_view line = lines_[at_];
        if (is_quoted_line(line)) {
            is_signature_ = false;
            return;
        }
        if (line.starts_with("-----BEGIN PGP ")) return read_armor(line);
        if (kinds_[at_] == Kind::attribution || is_separator(line) || is_quoted_head() ||
            is_foreign_head()) {
            return read_introduction();
        }
        if (is_rule(line) || is_program_signature(line)) {
            is_signature_ = true;
            return;
        }
        if (!is_signature_) keep(line);
    }

    // The lines below are quoted: if it is marked so, there may be answers between, otherwise
    // nothing that comes is surely the writer's.
    void read_introduction() {
        while (at_ + 1 < lines_.size() && kinds_[at_] == Kind::attribution &&
               kinds_[at_ + 1] == Kind::attribution) {
            ++at_;
        }
        std::size_t next = at_ + 1;
        while (next < lines_.size() && lines_[next].empty()) ++next;
        is_over_ = next == lines_.size() || !is_quoted_line(lines_[next]);
    }

    // Passes over the armor's own head, and takes the dashes off that it puts before others.
    // Source: RFC 4880, 7.
    void read_armor(std::string_view line) {
        is_over_ = !line.starts_with("-----BEGIN PGP SIGNED MESSAGE");
        while (!is_over_ && at_ + 1 < lines_.size() && !lines_[at_].empty()) ++at_;
        for (std::size_t next = at_; next < lines_.size(); ++next) {
            if (lines_[next].starts_with("- ")) lines_[next].remove_prefix(2);
        }
    }

    // Whether the head of an older mail begins here: two of its fields in a few lines.
    bool is_quoted_head() const {
        const auto first = quoted_field(lines_[at_]);
        if (!first) return false;
        std::size_t looked = 1;
        for (std::size_t next = at_ + 1; next < lines_.size() && looked < quoted_head_lines;
             ++next) {
            if (lines_[next].empty()) continue;
            ++looked;
            const auto field = quoted_field(lines_[next]);
            if (field && *field != *first) return true;
        }
        return false;
    }

    // The same in a language we don't know: an address and a time, each behind a label.
    bool is_foreign_head() const {
        const bool is_address = is_labelled_address(lines_[at_]);
        if (!is_address && !is_labelled_time(lines_[at_])) return false;
        std::size_t next = at_ + 1;
        while (next < lines_.size() && lines_[next].empty()) ++next;
        if (next == lines_.size()) return false;
        return is_address ? is_labelled_time(lines_[next]) : is_labelled_address(lines_[next]);
    }

    void keep(std::string_view line) {
        const bool is_second_blank = line.empty() && (written_.empty() || written_.back().empty());
        if (!is_second_blank) written_.push_back(line);
    }

    std::vector<std::string_view> lines_;
    std::vector<Kind> kinds_;
    std::vector<std::string_view> written_;
    std::size_t at_ = 0;
    bool is_signature_ = false;
    bool is_over_ = false;
};

}  // namespace

std::string written_text(std::string_view text) {
    return ReplyReader(split_lines(text)).written();
}

}  // namespace tanbo::mail::mime
