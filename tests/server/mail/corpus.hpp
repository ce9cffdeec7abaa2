#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/mail/commands/parse.hpp"
#include "server/mail/mime/mail.hpp"

namespace tanbo::mail {

// A reply of corpus/replies.json, and what its writer wrote.
struct CorpusReply {
    std::string file;
    std::optional<protocol::GameId> game;  // that is answered
    std::vector<std::string> written;      // lines
    std::vector<std::string> commands;
};

// A mail of corpus/hostile.json.
struct CorpusAttack {
    std::string file;
    std::string return_path;
    std::string recipient;
    // "unreadable:FAULT", "silent:REASON", "not-vouched" or "no-command": the first that holds.
    std::string outcome;
    std::vector<std::string> commands;  // that are in it, obeyed or not
    std::string why;
};

// A mail of corpus/machines.json.
struct CorpusMachine {
    std::string file;
    std::string return_path;
    std::string silence;   // no_reply_name; empty: a person has written it
    std::string language;  // of its subject, where it is of one
    std::string why;
};

std::vector<CorpusReply> corpus_replies();
std::vector<CorpusMachine> corpus_machines();
std::vector<CorpusAttack> corpus_attacks();

// The bytes of corpus/FOLDER/FILE.eml, or of the hostile letter of that name that bombs.cpp makes.
std::string corpus_mail(const std::string& folder, const std::string& file);

// The lines as a reader would write them in full: "move 17 K10#24"; "error" for what can't be read.
std::vector<std::string> described(const commands::MailRequest& request);

// The commands of a mail about a game on the 19x19 board.
std::vector<std::string> commands_of(const mime::Mail& mail, std::optional<protocol::GameId> game);

}  // namespace tanbo::mail
