#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lattice.hpp"
#include "server/mail/commands/verbs.hpp"

// A mail as lines that may be commands. Private to this folder.
namespace tanbo::mail::commands {

struct CommandLine {
    std::string text;
    bool begins_paragraph = false;
    bool is_read = true;  // else it is words only: it is too long, or comes after what is read
};

// The lines that are read: up to a signature, a quote or `quit`; without blank ones. A plan goes on
// to the end of its paragraph or up to a line that begins with another verb, and is one line here.
struct CommandText {
    std::vector<CommandLine> lines;
    bool is_cut = false;  // there was more than is read
};
CommandText command_text(std::string_view written, NormalForm normal_form = nullptr);

struct SubjectText {
    std::string text;         // without "Re:" and its like
    bool is_answer = false;   // there was such a word
    bool is_command = false;  // it may be one: it is not a subject of ours
};
SubjectText subject_text(std::string_view subject);

// Without what programs put around words to make them bold, and without quotation marks around.
std::string_view without_marks(std::string_view line);

// A point's name as boards have it.
std::string capitals(std::string_view point);

// A line that is nothing but a point ("K10", "k10.", "K10#34"), or that begins almost like one.
struct PointLine {
    enum class Kind : std::uint8_t { none, point, almost };
    Kind kind = Kind::none;
    std::string point;
    std::optional<std::uint32_t> ply;
    std::string fault = {};  // of one that is almost a point: what is wrong
};
// `board` is null if any board may be meant.
bool is_point_name(std::string_view word, const engine::Lattice* board);
PointLine read_point_line(std::string_view line, const engine::Lattice* board);

}  // namespace tanbo::mail::commands
