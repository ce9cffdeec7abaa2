"""The exit statuses of the programs, for their pages."""

STATUSES = {
    "tanbod": [
        ("0", "done"),
        ("1", "refused: what was asked for is not possible"),
        ("64", "the command line is wrong"),
        ("65", "the database is damaged, missing beside its log, or too new; of `mail-in`: the "
               "message is not taken"),
        ("66", "of `mail-in`: there is no message"),
        ("67", "of `mail-in`: no such address"),
        ("69", "the address to listen on is taken or isn't this machine's; of `mail-in`: refused"),
        ("70", "storage failed, or the disk is full"),
        ("73", "a file or folder can't be opened or created"),
        ("75", "try again later: another process holds the database"),
        ("78", "a setting is wrong"),
    ],
    "tanbo": [
        ("0", "done"),
        ("1", "not done; a sentence says why"),
        ("2", "of `replay`: the input can't be read, or the output not written"),
        ("64", "the command line is wrong"),
        ("128 and more", "ended by the signal of that number less 128"),
    ],
}
