#include "server/cli/game_commands.hpp"

#include <algorithm>

#include "protocol/client/client.hpp"
#include "server/cli/list_output.hpp"
#include "server/cli/remote/http.hpp"
#include "server/cli/report.hpp"
#include "server/cli/screen/talk_part.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr int messages_shown = 50;

std::string path_of_game(protocol::GameId game, std::string_view what) {
    return "/games/" + to_string(game) + std::string(what);
}

}  // namespace

protocol::Result<std::string> fetch_record(const std::string& url, const std::string& token,
                                           protocol::GameId game, RecordForm form) {
    const std::string_view what = form == RecordForm::sgf ? "/record?format=sgf" : "/record";
    Answer answer = HttpClient(url, token).get(path_of_game(game, what));
    if (answer.is_ok()) return std::move(answer.body);
    return protocol::refusal(protocol::Code::invalid_record, describe(answer));
}

int print_record(const std::string& url, const std::string& token, protocol::GameId game,
                 RecordForm form) {
    const auto record = fetch_record(url, token, game, form);
    if (!record) return report(record.error().detail);
    print_data(*record + (record->ends_with('\n') ? "" : "\n"));
    return 0;
}

int chat(const std::string& url, const std::string& token, protocol::GameId game,
         const std::string& text) {
    const HttpClient client(url, token);
    const std::string path = path_of_game(game, "/chat");
    if (!text.empty()) {
        if (token.empty()) return needs_identity();
        const Answer answer = client.post(path, protocol::encode_post_message(text));
        return answer.is_ok() ? 0 : report_answer(answer);
    }
    const Answer answer = client.get(path + "?limit=" + std::to_string(messages_shown));
    auto page = protocol::decode_chat_page(answer.body);
    if (!answer.is_ok() || !page) return report_answer(answer);
    std::ranges::reverse(*page);
    print(page->empty() ? "No messages yet.\n" : chat_text(*page));
    return 0;
}

}  // namespace tanbo::cli
