#include "server/cli/report.hpp"

#include "protocol/client/client.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr int exit_failure = 1;

}  // namespace

int report(std::string_view sentence) {
    print_error("tanbo: " + printable(sentence) + "\n");
    return exit_failure;
}

int status_after_output(int status) {
    return status != 0 || is_output_written() ? status : report("the output could not be written");
}

std::string describe(const Answer& answer) {
    if (answer.status == 0) return "no answer: " + answer.body;
    if (const auto problem = protocol::decode_problem(answer.body)) {
        const std::string name = " (" + problem->code + ")";
        if (!problem->retry_after_s) return problem->detail + name;
        return problem->detail + " Try again in " + std::to_string(*problem->retry_after_s) +
               " s." + name;
    }
    return "the server answered with status " + std::to_string(answer.status);
}

int report_answer(const Answer& answer) {
    return report(describe(answer));
}

}  // namespace tanbo::cli
