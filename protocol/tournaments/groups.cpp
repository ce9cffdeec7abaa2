#include "protocol/tournaments/groups.hpp"

#include "protocol/tournaments/answers_json.hpp"
#include "protocol/tournaments/settings_json.hpp"

namespace tanbo::protocol {

namespace {

constexpr int group_units_a_point = 2;

void write_group(JsonWriter& out, const GroupView& group) {
    out.begin_object().key("group").number(group.group);
    write_numbers(out.key("advancing"), group.advancing);
    write_standing_rows(out.key("standings"), group.standings, group_units_a_point);
    out.end_object();
}

}  // namespace

std::string encode_tournament_groups(const GroupsView& groups) {
    JsonWriter out(65536);
    out.begin_object().key("seq").number(groups.seq).key("advance").number(groups.advance);
    write_ties(out.key("ties"), groups.ties);
    out.key("groups").begin_array();
    for (const GroupView& group : groups.groups) write_group(out, group);
    out.end_array().key("final");
    if (groups.final_standings) {
        write_standing_rows(out, *groups.final_standings, group_units_a_point);
    } else {
        out.null();
    }
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol
