"""The runner of the tests: `bash tests/run.sh [part ...]`, `... quick`, `... nightly`.

`parts` says what the parts are, `nightly` their long forms, `quick` which tests a change needs, by
the table in `folders`. A part is made of steps (`steps`) with JUnit files to count (`junit`);
what runs beside others goes through a lane (`lanes`).
"""
