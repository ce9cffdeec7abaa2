// Plans as people write them:
//   if white K10 then L10 guarded (G13 3) (if white M10 then N10), else if any then A2

#include <algorithm>
#include <utility>

#include "protocol/games/plans.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

// Words, with parentheses, commas and ">=" as words of their own.
std::vector<std::string> tokens_of(std::string_view text) {
    std::vector<std::string> tokens;
    bool is_open = false;
    for (const char c : text) {
        const bool is_blank = c == ' ' || c == '\t';
        const bool is_mark = c == '(' || c == ')' || c == ',' || c == ';' || c == '>' || c == '=';
        if (is_blank || is_mark) {
            is_open = false;
            if (is_mark) tokens.emplace_back(1, c);
            continue;
        }
        if (!is_open) tokens.emplace_back();
        tokens.back() += c;
        is_open = true;
    }
    return tokens;
}

bool is_keyword(std::string_view word) {
    for (const std::string_view keyword : {"if", "then", "else", "and", "guarded", "any"}) {
        if (word == keyword) return true;
    }
    return false;
}

// Descends through the grammar; after a fault everything is empty and nothing goes on.
class PlanText {
public:
    explicit PlanText(std::string_view text) : tokens_(tokens_of(text)) {}

    Result<PlanBranches> read() {
        PlanBranches plan = branches(1);
        if (fault_.empty() && at_ < tokens_.size()) fault("else if, or the end");
        if (!fault_.empty()) {
            return refusal(Code::invalid_field, "The plan can't be read: " + fault_ + ".");
        }
        return plan;
    }

private:
    PlanBranches branches(int depth) {
        PlanBranches all;
        if (depth > plan_depth_max) refuse("it has too many moves in a row");
        while (fault_.empty()) {
            all.push_back(branch(depth));
            if (++branches_ > plan_branches_max) refuse("it has too many branches");
            const std::size_t before = at_;
            skip_commas();
            if (!take("else")) {
                at_ = before;
                break;
            }
        }
        return all;
    }

    PlanBranch branch(int depth) {
        PlanBranch branch;
        if (!take("if")) fault("if");
        conditions(branch.conditions);
        skip_commas();
        if (fault_.empty() && !take("then")) fault("then");
        branch.move = point();
        skip_commas_before("guarded");
        if (take("guarded")) guards(branch.guards);
        skip_commas_before("(");
        if (fault_.empty() && take("(")) {
            branch.next = branches(depth + 1);
            if (fault_.empty() && !take(")")) fault(")");
        }
        return branch;
    }

    void conditions(std::vector<PlanCondition>& all) {
        if (fault_.empty() && (take("any") || take("anything"))) return;
        do {
            const auto seat = engine::parse_seat(lower(peek()));
            if (!seat) return fault("a colour and a point, or any");
            ++at_;
            const bool is_known = std::ranges::any_of(
                all, [&](const PlanCondition& other) { return other.seat == *seat; });
            if (is_known) return refuse("an if repeats a colour");
            PlanCondition condition{*seat, {}};
            if (!take("any") && !take("anything")) condition.point = point();
            all.push_back(std::move(condition));
        } while (fault_.empty() && take("and"));
    }

    // "(G13 3, A7 >= 2, T1)"
    void guards(std::vector<PlanGuard>& all) {
        if (!take("(")) return fault("( after guarded");
        do {
            PlanGuard guard{point(), 1};
            if (take(">")) take("=");
            if (const auto least = whole_number(peek())) {
                if (*least < 1 || *least > plan_space_max)
                    return refuse("the root space is out of range");
                guard.root_space_min = static_cast<int>(*least);
                ++at_;
            }
            all.push_back(std::move(guard));
            if (all.size() > plan_guards_max) return refuse("it has too many guards in one place");
        } while (fault_.empty() && take(","));
        if (fault_.empty() && !take(")")) fault(") after the guards");
    }

    std::string point() {
        std::string word(peek());
        if (!fault_.empty()) return {};
        if (point_form(word) == PointForm::none || is_keyword(lower(word))) {
            fault("a point");
            return {};
        }
        ++at_;
        return word;
    }

    std::string_view peek() const {
        return at_ < tokens_.size() ? std::string_view(tokens_[at_]) : std::string_view();
    }

    bool take(std::string_view word) {
        if (!fault_.empty() || lower(peek()) != word) return false;
        ++at_;
        return true;
    }

    void skip_commas() {
        while (take(",") || take(";")) continue;
    }

    // Commas are skipped only if this follows: else they may end a list around.
    void skip_commas_before(std::string_view word) {
        const std::size_t before = at_;
        skip_commas();
        if (lower(peek()) != word) at_ = before;
    }

    // Which stone was awaited where.
    void fault(std::string_view awaited) {
        if (!fault_.empty()) return;
        fault_ = "expected " + std::string(awaited);
        fault_ += at_ < tokens_.size() ? " instead of " + quotation(tokens_[at_]) : " at the end";
    }
    void refuse(std::string_view sentence) {
        if (fault_.empty()) fault_ = sentence;
    }

    std::vector<std::string> tokens_;
    std::size_t at_ = 0;
    int branches_ = 0;
    std::string fault_;
};

// --- writing ---

void append_guards(std::string& text, const std::vector<PlanGuard>& guards) {
    if (guards.empty()) return;
    text += " guarded (";
    for (const PlanGuard& guard : guards) {
        if (&guard != &guards.front()) text += ", ";
        text += guard.root + " " + std::to_string(guard.root_space_min);
    }
    text += ")";
}

void append_branch(std::string& text, const PlanBranch& branch) {
    text += "if ";
    if (branch.conditions.empty()) text += "any";
    for (const PlanCondition& condition : branch.conditions) {
        if (&condition != &branch.conditions.front()) text += " and ";
        text += std::string(engine::seat_name(condition.seat)) + " ";
        text += condition.point.empty() ? "any" : condition.point;
    }
    text += " then " + branch.move;
    append_guards(text, branch.guards);
    if (!branch.next.empty()) text += " (" + plan_text(branch.next) + ")";
}

}  // namespace

Result<PlanBranches> read_plan_text(std::string_view text) {
    return PlanText(text).read();
}

std::string plan_text(const PlanBranches& plan) {
    std::string text;
    for (const PlanBranch& branch : plan) {
        if (&branch != &plan.front()) text += ", else ";
        append_branch(text, branch);
    }
    return text;
}

}  // namespace tanbo::protocol
