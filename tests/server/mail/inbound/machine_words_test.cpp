// Mails that programs have written, and those of people that merely look like them.

#include "server/mail/mime/machine_words.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "server/mail/inbound/auto_reply_policy.hpp"
#include "server/mail/mime/mail.hpp"
#include "tests/server/mail/corpus.hpp"

namespace tanbo::mail::inbound {

void PrintTo(const CorpusMachine& machine, std::ostream* out) {
    *out << machine.file << ": " << machine.why;
}

namespace {

constexpr std::string_view domain = "tanbo.example.net";

std::string silence_of(const CorpusMachine& machine) {
    const auto mail = mime::read_mail(corpus_mail("machines", machine.file));
    EXPECT_TRUE(mail);
    if (!mail) return "unreadable";
    const auto silence = why_no_reply(*mail, machine.return_path, domain);
    return silence ? std::string(no_reply_name(*silence)) : "";
}

class Machines : public testing::TestWithParam<CorpusMachine> {};

TEST_P(Machines, AreKnownAndPeopleAreNotTakenForThem) {
    EXPECT_EQ(silence_of(GetParam()), GetParam().silence);
}

INSTANTIATE_TEST_SUITE_P(Corpus, Machines, testing::ValuesIn(corpus_machines()),
                         [](const auto& machine) {
                             std::string name = machine.param.file;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

std::set<std::string> languages_of(mime::MachineSubject kind) {
    std::set<std::string> languages;
    for (const mime::MachineWords::Subject& subject : mime::machine_words().subjects()) {
        if (subject.kind == kind) languages.insert(subject.language);
    }
    return languages;
}

std::set<std::string> languages_of_mails(std::string_view silence) {
    std::set<std::string> languages;
    for (const CorpusMachine& machine : corpus_machines()) {
        if (machine.silence == silence && !machine.language.empty()) {
            languages.insert(machine.language);
        }
    }
    return languages;
}

TEST(MachineWords, KnowsFortyLanguagesAndHasAMailOfEach) {
    EXPECT_GE(languages_of(mime::MachineSubject::absence).size(), 40U);
    EXPECT_EQ(languages_of_mails("vacation"), languages_of(mime::MachineSubject::absence));
    EXPECT_EQ(languages_of_mails("receipt"), languages_of(mime::MachineSubject::receipt));
}

// The control: without the file they are mails of people, but for what RFC 3834 tells of.
TEST(MachineWords, KnowsNothingWithoutItsFile) {
    const mime::MachineWords nothing("");
    for (const CorpusMachine& machine : corpus_machines()) {
        const std::string raw = corpus_mail("machines", machine.file);
        const auto mail = mime::read_mail(raw);
        ASSERT_TRUE(mail);
        const mime::HeaderBlock headers = mime::read_headers(raw);
        EXPECT_FALSE(nothing.is_automatic(headers) || nothing.is_from_list(headers));
        EXPECT_FALSE(nothing.is_of_program(machine.return_path));
        EXPECT_FALSE(nothing.is_subject(mail->subject, mime::MachineSubject::absence));
        EXPECT_FALSE(nothing.is_subject(mail->subject, mime::MachineSubject::receipt));
    }
}

TEST(MachineWords, KnowsEverySubjectThatItsFileHas) {
    for (const mime::MachineWords::Subject& subject : mime::machine_words().subjects()) {
        const std::string end = subject.goes_on ? " whatever" : ": Re: Tanbo game 17: ann - bob";
        EXPECT_TRUE(mime::machine_words().is_subject(subject.words + end, subject.kind))
            << subject.words;
        // Behind an answer's mark they are a person's.
        EXPECT_FALSE(mime::machine_words().is_subject("Re: " + subject.words + end, subject.kind));
    }
}

TEST(MachineWords, AddsWhatIsWrittenIntoTheFile) {
    const mime::MachineWords words(
        "# a comment\n[fields]\n X-Abacus-* \n[values]\nX-Kind: Robot\n[lists]\nX-Ring\n"
        "[local parts]\n*-robot\nrobot\n[absence eo]\nfor\n[receipt eo]\nlegita:\nmi legis *\n");

    EXPECT_TRUE(words.is_automatic(mime::read_headers("x-abacus-17: y\n\n")));
    EXPECT_FALSE(words.is_automatic(mime::read_headers("x-abacu: y\n\n")));
    EXPECT_TRUE(words.is_automatic(mime::read_headers("X-Kind: a, \"robot\"\n\n")));
    EXPECT_FALSE(words.is_automatic(mime::read_headers("X-Kind: robots\n\n")));
    EXPECT_TRUE(words.is_from_list(mime::read_headers("X-Ring: y\n\n")));
    EXPECT_TRUE(words.is_of_program("My-Robot+17@example.org"));
    EXPECT_TRUE(words.is_of_program("robot@example.org"));
    EXPECT_FALSE(words.is_of_program("robota@example.org"));
    EXPECT_TRUE(words.is_subject("For", mime::MachineSubject::absence));
    EXPECT_FALSE(words.is_subject("Forlasita", mime::MachineSubject::absence));
    EXPECT_TRUE(words.is_subject("Legita : Tanbo: help", mime::MachineSubject::receipt));
    EXPECT_FALSE(words.is_subject("Legita: libro", mime::MachineSubject::receipt));
    EXPECT_FALSE(words.is_subject("Legita", mime::MachineSubject::receipt));
    EXPECT_TRUE(words.is_subject("mi legis gxin", mime::MachineSubject::receipt));
    EXPECT_FALSE(words.is_subject("mi legista", mime::MachineSubject::receipt));
}

std::string fault_of(std::string_view text) {
    try {
        const mime::MachineWords words(text);
    } catch (const std::invalid_argument& fault) {
        return fault.what();
    }
    return "";
}

TEST(MachineWords, NamesTheLineThatCantBeRead) {
    EXPECT_EQ(fault_of("x-loop\n"), "line 1: there is no section []");
    EXPECT_EQ(fault_of("[fields]\nx-loop\n[feilds]\nx-y\n"),
              "line 4: there is no section [feilds]");
    EXPECT_EQ(fault_of("\n[values]\nx-kind\n"), "line 3: \"x-kind\" has no colon");
    EXPECT_EQ(fault_of("[absence de]\n *\n"), "line 2: an entry has no words");
    EXPECT_EQ(fault_of(mime::machine_words_text()), "");
}

}  // namespace
}  // namespace tanbo::mail::inbound
