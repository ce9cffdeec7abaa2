#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/mail/mime/headers.hpp"

namespace tanbo::mail::mime {

// Words of a subject that no person has just written.
enum class MachineSubject : std::uint8_t { absence, receipt };

// By what mails of programs are known, as machines.txt has it; says there what an entry means.
// Thread: any, as nothing of it changes.
class MachineWords {
public:
    struct Subject {
        MachineSubject kind;
        std::string language;  // as in "de" or "zh-hans"
        std::string words;     // without_case
        // A colon ended them: people may begin a subject so, too.
        bool is_before_ours_only = false;
        bool goes_on = false;   // "*" ended them: anything may follow
        bool has_name = false;  // "*" began them: somebody's name comes first
    };

    // Throws: std::invalid_argument, with the number of the line that can't be read.
    explicit MachineWords(std::string_view text);

    // Whether a program has answered by itself, or wants to know its own mails again.
    bool is_automatic(const HeaderBlock& headers) const;
    // Whether it asks for no automatic answers: a program may have written it, or a person.
    bool wants_no_answers(const HeaderBlock& headers) const;
    bool is_from_list(const HeaderBlock& headers) const;
    // Whether the address is one from which programs write.
    bool is_of_program(std::string_view address) const;
    bool is_subject(std::string_view subject, MachineSubject kind) const;

    const std::vector<Subject>& subjects() const { return subjects_; }

private:
    struct Value {
        std::string field;
        std::string word;
    };

    void read_line(std::string_view line, std::string_view section);
    static Value read_value(std::string_view line);
    static bool has_any_value(const HeaderBlock& headers, const std::vector<Value>& values);
    void add_subject(std::string_view line, MachineSubject kind, std::string_view language);

    std::vector<std::string> fields_;
    std::vector<std::string> lists_;
    std::vector<std::string> local_parts_;
    std::vector<Value> values_;
    std::vector<Value> wishes_;
    std::vector<Value> people_;
    std::vector<Subject> subjects_;
};

// The text of machines.txt, and what it says; the latter is read at the first call.
std::string_view machine_words_text();
const MachineWords& machine_words();

}  // namespace tanbo::mail::mime
