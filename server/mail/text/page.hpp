#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/boards/board_view.hpp"
#include "server/mail/text/game_mail.hpp"
#include "server/mail/text/layout.hpp"

// A mail that is written once and reads as text and as HTML. Private to this folder.
//
// Readers answer with the mail below their words, and not every program marks it as a quote: so no
// line of it may be a command or a bare point.
namespace tanbo::mail::text {

// Something that happened, and what follows from it.
struct NewsItem {
    std::string text;
    std::vector<std::string> details;
};

// Each call adds a part to both forms. What comes in is plain text, with `commands` between
// backticks.
class MailPage {
public:
    // The first paragraph is the mail's heading.
    void say(std::string_view paragraph);
    void head(std::string_view title);
    // Words of somebody else.
    void quote(std::string_view words);
    void news(std::span<const NewsItem> items);
    // The board: drawn in the text, a picture with the caption beside it in the HTML.
    void board(const protocol::BoardView& board, std::string_view caption);
    // The same, drawn in both: if there is no picture of it.
    void drawing(const protocol::BoardView& board, std::string_view caption);
    void table(std::span<const TableColumn> columns,
               std::span<const std::vector<std::string>> rows);
    // Lines as they are, or, in the HTML, as one paragraph that breaks where it must.
    void names(std::span<const std::string> lines, bool flows);
    void link(std::string_view label, std::string_view url);
    // The link that most readers follow. The HTML has it below the board, if there is one.
    void button(std::string_view label, std::string_view url);
    void small_print(std::string_view paragraph);
    // The meaning of marks on the board: those of the drawing, and those of the picture.
    void legend(std::string_view of_drawing, std::string_view of_picture);

    GameMail mail(std::string_view subject) const;
    const std::string& text() const { return text_; }

private:
    void begin_part();
    std::string anchor(std::string_view label, std::string_view url);

    std::string text_;
    std::string html_;
    bool has_board_ = false;
    std::optional<std::size_t> button_at_ = {};  // of html_: below the board
};

}  // namespace tanbo::mail::text
