#pragma once

#include <string>
#include <utility>
#include <vector>

#include "server/mail/text/game_mail.hpp"
#include "tests/protocol/script.hpp"
#include "tests/support/table.hpp"

namespace tanbo::mail::text {

// Clocks of Berlin in winter.
MailZone berlin_time();

GameFacts facts_of(const protocol::Script& script, std::optional<engine::Seat> reader = {});
GameFacts facts_of(const tests::Table& table, std::optional<engine::Seat> reader = {});

// A 9x9 game with a Fischer clock, black to move for the second time.
tests::Table timed_game();

// Facts of a notice of any kind, each as it could be; `kind` decides which are set.
protocol::NoticeFacts notice_of(protocol::NoticeKind kind);

// Lines of printable ASCII within 72 columns, ended by a line feed and without blanks at their
// ends; only links may be longer.
void expect_plain(const std::string& text, const std::string& name = {});

// Mails of every sort, by the name of their golden files.
std::vector<std::pair<std::string, GameMail>> example_mails();

}  // namespace tanbo::mail::text
