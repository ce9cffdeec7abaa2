#include "tests/server/mail/corpus.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engine/opening.hpp"
#include "server/mail/mime/unicode.hpp"
#include "tests/server/mail/bombs.hpp"
#include "tests/support/source_folder.hpp"

namespace tanbo::mail {

namespace {

std::string file_bytes(const std::string& path) {
    std::ifstream file(tests::source_folder() / "tests/server/mail/corpus" / path,
                       std::ios::binary);
    if (!file) throw std::runtime_error("no such file of the corpus: " + path);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

template <class T>
T value(const nlohmann::json& row, const char* name) {
    return row.at(name).get<T>();
}

std::string with_ply(const std::string& text, std::optional<std::uint32_t> ply) {
    return ply ? text + '#' + std::to_string(*ply) : text;
}

// The words behind the verb and the game.
std::string rest_of(const commands::MailMove& move) {
    return ' ' + with_ply(move.point, move.ply);
}

std::string rest_of(const commands::MailShow& show) {
    return with_ply("", show.ply);
}

std::string rest_of(const commands::MailSay& say) {
    return ' ' + say.text;
}

std::string rest_of(const commands::MailRegister& command) {
    return ' ' + command.handle;
}

template <class T>
std::string rest_of(const T&) {
    return "";
}

std::string described_command(const commands::MailCommand& command,
                              std::optional<protocol::GameId> game) {
    std::string text(commands::mail_verb(command));
    if (game) text += ' ' + to_string(*game);
    return text + std::visit([](const auto& shape) { return rest_of(shape); }, command);
}

}  // namespace

std::vector<CorpusReply> corpus_replies() {
    std::vector<CorpusReply> replies;
    for (const auto& row : nlohmann::json::parse(file_bytes("replies.json"))) {
        CorpusReply reply;
        reply.file = value<std::string>(row, "file");
        if (!row.at("game").is_null()) reply.game = value<protocol::GameId>(row, "game");
        reply.written = value<std::vector<std::string>>(row, "written");
        reply.commands = value<std::vector<std::string>>(row, "commands");
        replies.push_back(std::move(reply));
    }
    return replies;
}

std::vector<CorpusAttack> corpus_attacks() {
    std::vector<CorpusAttack> attacks;
    for (const auto& row : nlohmann::json::parse(file_bytes("hostile.json"))) {
        attacks.push_back({value<std::string>(row, "file"), value<std::string>(row, "return_path"),
                           value<std::string>(row, "recipient"), value<std::string>(row, "outcome"),
                           value<std::vector<std::string>>(row, "commands"),
                           value<std::string>(row, "why")});
    }
    return attacks;
}

std::vector<CorpusMachine> corpus_machines() {
    std::vector<CorpusMachine> machines;
    for (const auto& row : nlohmann::json::parse(file_bytes("machines.json"))) {
        machines.push_back({value<std::string>(row, "file"), value<std::string>(row, "return_path"),
                            value<std::string>(row, "silence"),
                            row.value("language", std::string()), value<std::string>(row, "why")});
    }
    return machines;
}

std::string corpus_mail(const std::string& folder, const std::string& file) {
    if (auto made = folder == "hostile" ? bomb(file) : std::nullopt) return *std::move(made);
    return file_bytes(folder + '/' + file + ".eml");
}

std::vector<std::string> described(const commands::MailRequest& request) {
    std::vector<std::string> lines;
    for (const commands::MailLine& line : request.lines) {
        const auto* const command = std::get_if<commands::MailCommand>(&line.command);
        lines.push_back(command == nullptr ? "error" : described_command(*command, line.game));
    }
    return lines;
}

std::vector<std::string> commands_of(const mime::Mail& mail, std::optional<protocol::GameId> game) {
    const auto& lattice = engine::find_setup("19x19")->opening->lattice();
    commands::MailContext context{
        .game = game, .board = game ? &lattice : nullptr, .normal_form = mime::normal_form};
    if (mail.page_written) context.page = *mail.page_written;
    return described(commands::read_mail_commands(mail.subject, mail.written, context));
}

}  // namespace tanbo::mail
