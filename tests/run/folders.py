"""The table that says which system tests a change in a folder needs first: `quick` runs these.

A row holds below its folder too, unless that has a row of its own. The rows of OWN_FILES hold for
the files right there alone: a new folder of the server asks for a row.
tests/checks/test_quick.py looks that every folder has one, and that every system test is in one.
"""

# Few for each folder: `quick` has two minutes.
SYSTEM_TESTS = {
    ".": (),
    ".ci": (),
    "docker": (),
    "engine": ("four_players", "naive_tanbo"),
    "engine/analysis": ("analyses",),
    "engine/search": ("engines", "hints"),
    "migrations": ("copy", "backups", "rebuild"),
    "protocol": ("contract", "checks", "bad_input"),
    "protocol/contract": ("contract", "fitting", "every_route", "http_conventions"),
    "server": ("operations", "readme", "reference", "manners"),
    "server/account": ("accounts", "access", "sign_in", "revocation", "account_data", "gone"),
    "server/admin": ("administration", "admin_shell", "moderation", "site_settings"),
    "server/app": ("operations", "readme", "manners", "metrics"),
    "server/config": ("operations", "reference"),
    "server/operate": ("backups", "copy", "admin_shell", "mail_in", "setup"),
    "server/operate/mail_test": ("mail_test",),
    "server/api_common": ("scopes", "sign_in", "guessing"),
    "server/base": ("clocks", "downtimes", "calendars"),
    "server/bots": ("bots",),
    "server/chat": ("chat", "notes", "studies"),
    "server/cli": ("cli", "cli_captures", "cli_commands", "cli_endings", "cli_hostile",
                   "cli_identity", "cli_screen", "cli_slow", "cli_servers", "reference"),
    "server/cli/analysis": ("analyses",),
    "server/cli/bot": ("bot_program", "bot_lists", "controllers"),
    "server/cli/engines": ("engines", "controllers"),
    "server/cli/offline": ("cli_offline",),
    "server/cli/tournament": ("engines",),
    "server/clients": ("clients", "client_types"),
    "server/club": ("clubs",),
    "server/cluster": ("nodes", "cut_off"),
    "server/game": ("proposals", "plans", "planned_moves", "races", "repeats", "rematches"),
    "server/http": ("every_route", "http_conventions", "fresh_reads", "lists"),
    "server/live": ("live", "live_calls", "live_random", "streams"),
    "server/lobby": ("challenges", "rematches", "lists"),
    "server/mail": ("mail_in", "mail_passwords", "lmtp"),
    "server/mail/outbound": ("mail_out",),
    "server/mail/text": ("mail_out", "mail_in"),
    "server/net": ("raw_http", "slow_readers", "fair_reads"),
    "server/notify": ("notifications", "feeds", "vacations"),
    "server/notify/channels": ("notifications", "push", "webhooks"),
    "server/picture": ("mail_out", "every_route"),
    "server/rating": ("ratings", "rated_game_of_four"),
    "server/analysis_jobs": ("hints", "analyses"),
    "server/store": ("crash", "races", "storage_faults", "memory"),
    "server/store/postgres": ("postgres", "nodes", "node_limits", "node_repeats", "copy"),
    "server/store/sqlite": ("crash", "backups", "rebuild", "restored", "storage_faults"),
    "server/tournament": ("event_storm", "pods", "knockouts", "groups", "ladders", "leagues",
                          "arenas", "arena_nodes", "mcmahon", "tournaments", "tournament_errors",
                          "tournament_streams", "tournament_notices", "tournament_pair",
                          "tournament_results"),
    "server/tournament/pairing": ("pairing",),
    "server/tournament/rules": ("arenas", "groups", "knockouts", "ladders", "leagues", "pods",
                                "tournaments"),
    "server/web": ("every_route",),
    "server/web/help": ("manual",),
    "server/web/manual": ("manual", "printed_commands", "printed_examples", "reference"),
    # Who changes a system test has it run by itself.
    "tests": (),
    "tests/bench": (),
    "tests/browser": (),
    "tests/checks": (),
    "tests/cluster": (),
    "tests/crash": ("crash",),
    "tests/engine": (),
    "tests/fuzz": (),
    "tests/golden": ("mail_out",),
    "tests/lint": (),
    "tests/mail": (),
    "tests/package": (),
    "tests/postgres": ("postgres",),
    "tests/protocol": (),
    "tests/run": (),
    "tests/server": (),
    "tests/support": (),
    "tests/system": ("whole_games", "challenges", "processes"),
}
OWN_FILES = (".", "server", "tests")


def row_of(folder, table=None):
    """The folder with the row that holds for this one, or None."""
    table = SYSTEM_TESTS if table is None else table
    if folder in table:
        return folder
    parts = folder.split("/")
    above = ["/".join(parts[:end]) for end in range(len(parts) - 1, 0, -1)]
    return next((one for one in above if one in table and one not in OWN_FILES), None)
