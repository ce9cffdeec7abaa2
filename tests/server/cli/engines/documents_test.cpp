#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "server/cli/engines/gtp.hpp"
#include "server/cli/engines/search_engine.hpp"
#include "server/cli/engines/ugi.hpp"
#include "tests/support/source_folder.hpp"

namespace tanbo::cli {
namespace {

// The examples of the document: blocks of ```ugi and ```gtp, each a conversation with a fresh
// engine. "> " goes before what is said to it, what it answers follows; a word "..." there stands
// for whatever ends the line.
struct Example {
    bool is_gtp = false;
    std::vector<std::string> said;
    std::string answers;
};

std::vector<Example> examples_of(std::istream& document) {
    std::vector<Example> found;
    bool is_inside = false;
    std::string line;
    while (std::getline(document, line)) {
        if (line == "```ugi" || line == "```gtp") {
            found.push_back({line == "```gtp", {}, {}});
            is_inside = true;
        } else if (line == "```") {
            is_inside = false;
        } else if (is_inside && line.starts_with("> ")) {
            found.back().said.push_back(line.substr(2));
        } else if (is_inside) {
            found.back().answers += line + "\n";
        }
    }
    return found;
}

SearchResult searched(const Search& search) {
    SearchEngine engine(1, std::size_t{1} << 20U);
    engine.begin(search.line, search.limits);
    while (!engine.think({})) {
    }
    return engine.result();
}

std::string heard(UgiSession session, const std::vector<std::string>& said) {
    std::string answers;
    for (const std::string& line : said) {
        Step step = session.on_line(line);
        for (const std::string& reply : step.replies) answers += reply + "\n";
        if (!step.search) continue;
        step = session.on_found(searched(*step.search), std::chrono::milliseconds{1});
        for (const std::string& reply : step.replies) answers += reply + "\n";
    }
    return answers;
}

std::string heard(GtpSession session, const std::vector<std::string>& said) {
    std::string answers;
    for (const std::string& line : said) {
        Step step = session.on_line(line);
        while (true) {
            for (const std::string& reply : step.replies) answers += reply + "\n";
            if (!step.search) break;
            step = session.on_found(searched(*step.search));
        }
    }
    return answers;
}

// Whether the answers are those that the document shows.
bool is_as_shown(const std::string& answers, const std::string& shown) {
    std::istringstream was(answers);
    std::istringstream wanted(shown);
    std::string answer;
    std::string line;
    while (std::getline(wanted, line)) {
        if (!std::getline(was, answer)) return false;
        const std::size_t dots = line.find("...");
        if (dots == std::string::npos ? answer != line
                                      : !answer.starts_with(line.substr(0, dots))) {
            return false;
        }
    }
    return !std::getline(was, answer);
}

std::string answers_to(const Example& example) {
    return example.is_gtp ? heard(GtpSession(), example.said) : heard(UgiSession(), example.said);
}

TEST(EnginesDocument, ShowsWhatTheEngineSays) {
    std::ifstream document(tests::source_folder() / "protocol/contract/engines.md");
    ASSERT_TRUE(document.is_open());

    const auto examples = examples_of(document);

    EXPECT_GE(examples.size(), 4U);
    for (const Example& example : examples) {
        const std::string answers = answers_to(example);
        EXPECT_TRUE(is_as_shown(answers, example.answers))
            << "after " << example.said.front() << " the engine says:\n"
            << answers;
    }
}

TEST(EnginesDocument, WouldBeSeenToLie) {
    for (const std::string_view lie :
         {"> query turn\nresponse p2\n", "> query turn\n", "> query turn\nresponse p1\nreadyok\n",
          "> isready\nready...\nreadyok\n"}) {
        std::istringstream document("```ugi\n" + std::string(lie) + "```\n");
        const Example example = examples_of(document).front();
        EXPECT_FALSE(is_as_shown(answers_to(example), example.answers)) << lie;
    }
}

}  // namespace
}  // namespace tanbo::cli
