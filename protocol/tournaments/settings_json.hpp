#pragma once

#include <optional>
#include <vector>

#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/tournaments/settings.hpp"

// Parts of tournaments as JSON. Private to this folder.
namespace tanbo::protocol {

// The members of settings, each as its value.
void write_starts(JsonWriter& out, const std::optional<StartRule>& starts);
void write_entry(JsonWriter& out, const EntryBounds& entry);
void write_rules(JsonWriter& out, const GameRules& rules);
void write_ties(JsonWriter& out, const std::vector<TieRule>& ties);

// The form of the log, in which players are numbers of accounts.
void write_settings(JsonWriter& out, const TournamentSettings& settings);
TournamentSettings read_stored_settings(const JsonReader& in);

}  // namespace tanbo::protocol
