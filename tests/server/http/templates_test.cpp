#include <algorithm>
#include <regex>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http/template.hpp"

namespace tanbo::http {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* marks = "<>&\"'";
constexpr const char* marks_escaped = "&lt;&gt;&amp;&quot;&apos;";

// The names behind "{{" and a sign, in all templates.
std::set<std::string> names(const std::string& sign) {
    const std::regex tag("\\{\\{" + sign + "([a-z_]+)\\}\\}");
    std::set<std::string> found;
    for (const Template& page : templates()) {
        const std::string text(page.text);
        for (std::sregex_iterator at(text.begin(), text.end(), tag), end; at != end; ++at) {
            found.insert((*at)[1]);
        }
    }
    return found;
}

// Every text is what has to be escaped; every section stands once.
TemplateData marked() {
    TemplateData data;
    for (const std::string& name : names("")) data.texts.emplace_back(name, marks);
    TemplateData all = data;
    for (const std::string& name : names("#")) all.lists.push_back({name, {data}});
    return all;
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

TEST(Templates, EscapeEachTextThatTheyHold) {
    const TemplateData data = marked();
    for (const Template& page : templates()) {
        std::size_t own = 0;
        for (const std::string& name : names("")) {
            own += count(page.text, "{{" + name + "}}");
        }
        const std::string html = rendered(page.name, data);

        EXPECT_GE(count(html, marks_escaped), own) << page.name;
        EXPECT_THAT(html, Not(HasSubstr(marks))) << page.name;
        EXPECT_THAT(html, Not(HasSubstr("{{"))) << page.name;
    }
}

TEST(Templates, UseNoFormThatDoesNotEscape) {
    for (const Template& page : templates()) {
        EXPECT_EQ(page.text.find("{{{"), page.text.npos) << page.name;
        EXPECT_EQ(page.text.find("{{&"), page.text.npos) << page.name;
    }
    // The negative control: these forms are what would not.
    EXPECT_EQ(rendered_text("{{{a}}} {{&a}} {{a}}", {{{"a", marks}}}),
              std::string(marks) + " " + marks + " " + marks_escaped);
}

TEST(Templates, HoldOnlyPartsThatThereAre) {
    const std::set<std::string> parts = names(">");

    EXPECT_TRUE(parts.contains("part_head"));
    for (const std::string& part : parts) {
        EXPECT_NE(std::ranges::find(templates(), part, &Template::name), templates().end()) << part;
    }
}

TEST(Templates, LeaveOutWhatIsEmpty) {
    const char* const text = "{{#hint}}<p>{{hint}}</p>{{/hint}}{{^rows}}none{{/rows}}";

    EXPECT_EQ(rendered_text(text, {{{"hint", ""}}, {{"rows", {}}}}), "none");
    EXPECT_EQ(rendered_text(text, {{{"hint", "so"}}, {{"rows", {TemplateData()}}}}), "<p>so</p>");
}

TEST(Templates, AreRefusedIfTheyAreUnsound) {
    EXPECT_THROW(rendered_text("{{#open}}", {}), std::logic_error);
    EXPECT_THROW(rendered("no-such-template", {}), std::logic_error);
}

}  // namespace
}  // namespace tanbo::http
