"""`tanbo` has one way to the terminal, and the check sees every other."""

import pytest

import terminal

FAULTS = [
    'std::cout << "a";\n',
    "std::cerr << text;\n",
    "using std::clog;\n",
    'std::printf("%s", text);\n',
    "fputs(text, file);\n",
    "::write(1, text.data(), text.size());\n",
    "::write(STDERR_FILENO, text.data(), text.size());\n",
    'std::ofstream terminal("/dev/tty");\n',
    "std::system(command);\n",
    "perror(name);\n",
    "posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);\n"
    "write_all(STDERR_FILENO);\n",
]
SOUND = [
    "print(text);\n",
    'print_error("to stderr");\n',
    "// std::cout would not do.\n",
    "posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);\n",
    "std::getline(std::cin, password);\n",
    "blueprint_of(text);\n",
]


def test_tree_has_one_way_to_the_terminal():
    assert [str(finding) for finding in terminal.check()] == []


@pytest.mark.parametrize("text", FAULTS)
def test_finds(repository, text):
    repository.write("server/cli/bot/a.cpp", text)

    assert len(list(terminal.check(repository.root))) == 1


@pytest.mark.parametrize("text", SOUND)
def test_lets_pass(repository, text):
    repository.write("server/cli/a.cpp", text)
    repository.write("server/cli/screen/terminal.cpp", "::write(STDOUT_FILENO, text);\n")
    repository.write("server/app/main.cpp", 'std::cerr << "tanbod";\n')

    assert not list(terminal.check(repository.root))
