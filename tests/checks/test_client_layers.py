"""The web client keeps its floors, and the check sees every kind of climb."""

import pytest

import client_layers


def test_the_client_keeps_its_floors():
    assert [str(finding) for finding in client_layers.check()] == []


@pytest.mark.parametrize("name,line", [
    ("game/log.ts", "import { lookAt } from './look';"),
    ("game/log.ts", "import type { Game } from '../api/types';"),
    ("api/types.ts", "import type { components } from 'tanbo-client';"),
    ("board/Board.svelte", "import { t } from '../text';"),
    ("pages/game/Game.svelte", "import { live } from '../../parts/line';"),
    ("parts/line.ts", "const socket = new WebSocket(address);"),
    ("board/keys.ts", "const width = window.innerWidth;"),
    ("main.ts", "import App from './pages/App.svelte';"),
])
def test_allowed(name, line):
    assert list(client_layers.check_line(name, line)) == []


@pytest.mark.parametrize("name,line,reason", [
    ("engine/board.ts", "import { Live } from '../live/live';", "engine may not import live"),
    ("game/log.ts", "import Board from '../board/Board.svelte';", "game may not import board"),
    ("parts/Chat.svelte", "import x from '../pages/routes';", "parts may not import pages"),
    ("text/index.ts", "import { rest } from '../parts/site';", "text may not import parts"),
    ("board/Grid.svelte", "import type { Game } from '../api/types';", "board knows no network"),
    ("board/Grid.svelte", "await fetch('/api/v1/games');", "board knows no network"),
    ("board/Grid.svelte", "import { Live } from 'tanbo-client';", "board knows no network"),
    ("text/index.ts", "import { Value } from 'tanbo-client';", "text may not import tanbo-client"),
    ("game/store.ts", "document.title = 'x';", "game knows no page"),
    ("pages/App.svelte", "const x = await import('../nowhere/x');", "pages may not import nowhere"),
])
def test_refused(name, line, reason):
    assert list(client_layers.check_line(name, line)) == [reason]
