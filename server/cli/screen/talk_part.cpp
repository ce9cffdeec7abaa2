#include "server/cli/screen/talk_part.hpp"

#include <algorithm>

#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

using Lines = std::vector<std::string>;

std::string message_text(const protocol::ChatLine& message) {
    const std::string text = message.text.value_or("(deleted by a moderator)");
    return printable(message.author) + ": " + printable(text);
}

// The last `rows` lines of what `lines_of` makes of the entries, oldest first.
template <class Entry, class LinesOf>
Lines last_lines(const std::vector<Entry>& entries, int rows, LinesOf lines_of) {
    const auto most = static_cast<std::size_t>(std::max(rows, 0));
    Lines last;
    for (std::size_t i = entries.size(); i > 0 && last.size() < most; --i) {
        Lines lines = lines_of(entries[i - 1]);
        last.insert(last.begin(), lines.begin(), lines.end());
    }
    if (last.size() > most) last.erase(last.begin(), last.end() - static_cast<long>(most));
    return last;
}

}  // namespace

Lines message_lines(const protocol::ChatLine& message, int columns) {
    return wrapped(message_text(message), columns, 1);
}

Lines talk_lines(const ScreenModel& model, int columns, int rows) {
    const auto of_news = [columns](const std::string& text) { return wrapped(text, columns, 1); };
    const auto of_chat = [columns](const protocol::ChatLine& message) {
        return message_lines(message, columns);
    };
    if (model.chat.empty()) return last_lines(model.news, rows, of_news);
    const int lower_half = rows / 2 - 1;
    const auto chat_at_most = static_cast<int>(last_lines(model.chat, rows, of_chat).size());
    const auto news_at_most = static_cast<int>(last_lines(model.news, rows, of_news).size());
    const int left_by_news = rows - 1 - news_at_most;
    const Lines chat =
        last_lines(model.chat, std::min(chat_at_most, std::max(lower_half, left_by_news)), of_chat);
    Lines lines = last_lines(model.news, rows - 1 - static_cast<int>(chat.size()), of_news);
    if (rows > 0) lines.push_back(cut("-- chat --", columns));
    lines.insert(lines.end(), chat.begin(), chat.end());
    return lines;
}

std::string chat_text(const std::vector<protocol::ChatLine>& chat) {
    if (chat.empty()) return "No messages yet. To write one, type say TEXT.";
    std::string text;
    for (const protocol::ChatLine& message : chat) text += message_text(message) + "\n";
    return text;
}

}  // namespace tanbo::cli
