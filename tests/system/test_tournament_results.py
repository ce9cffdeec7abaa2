"""Results of tournaments without scripts."""

import random
import re

from support.arenas import arena
from support.challenges import members
from support.rest import Rest
from support.tournaments import begun, played, seen, tournament


async def page_of(rest, path, language="en"):
    """The part of a page that is shown without scripts."""
    async with rest.session.get(rest.server.url + path,
                                headers={"Accept-Language": language}) as answer:
        assert answer.status == 200
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        page = await answer.text()
    return re.search("<noscript>(.*)</noscript>", page, re.DOTALL)[1]


async def status_of(rest, path):
    """The status of a page."""
    async with rest.session.get(rest.server.url + path) as answer:
        return answer.status


async def test_results_are_read_without_scripts(server):
    async with Rest(server) as rest:
        number = await played(rest, random.Random(12), rounds=2)
        standings = await seen(rest.nobody, number, "/standings")
        first = await seen(rest.nobody, number, "/rounds/1")
        page = await page_of(rest, f"/tournaments/{number}")
        of_first = await page_of(rest, f"/tournaments/{number}?round=1", "de")
        missing = [await status_of(rest, f"/tournaments/{name}") for name in (number + 1, "none")]

    assert missing == [404, 404]
    assert "<h1>Test cup – Tanbo</h1>" in page and "<h2>Standings</h2>" in page
    for row in standings["standings"]:
        cells = f"<td>{row['place']}</td><td><a href=\"/players/{row['handle']}\">"
        assert cells in page
    assert "<h2>Round 2</h2>" in page and "<h2>Runde 1</h2>" in of_first
    assert f"<a href=\"/tournaments/{number}?round=1\">Round 1</a>" in page
    for table in first["tables"]:
        game = table["games"][0]["game"]
        assert f"<a href=\"/games/{game}\">Partie {game}</a>" in of_first
    assert "export?format=csv" in page


async def test_a_league_has_seasons_on_the_page(server):
    async with Rest(server) as rest:
        players = await members(rest, 3)
        number = await begun(players[0], players, format="league", league={"size": 3})
        pages = [await page_of(rest, f"/tournaments/{number}", language)
                 for language in ("en", "de")]

    assert "<h2>Season 1</h2>" in pages[0] and "<h2>Saison 1</h2>" in pages[1]
    assert "<h2>Round" not in pages[0]


async def test_an_arena_has_games_on_the_page(server):
    async with Rest(server) as rest:
        players = await members(rest, 2)
        number = await arena(players)
        pages = [await page_of(rest, f"/tournaments/{number}", language)
                 for language in ("en", "de")]

    assert "<h2>Games</h2>" in pages[0] and "<h2>Partien</h2>" in pages[1]
    assert "Round" not in pages[0] and "Runde" not in pages[1]


async def test_a_name_is_text_on_the_page(server):
    async with Rest(server) as rest:
        players = await members(rest, 2)
        made = await tournament(players[0], name="<script>alert(1)</script> & co")
        page = await page_of(rest, f"/tournaments/{made['id']}")

    assert "<script>" not in page and "&lt;script&gt;" in page
