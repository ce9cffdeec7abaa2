"""The site's own settings: changed by administrators, and in force at once."""

import asyncio

from support.administration import club, log, promoted, refused
from support.nodes import running_nodes
from support.rest import PASSWORD, Player, Rest
from support.server import tanbod

TEXTS = {"name": "Club Aachen", "front_page": "", "imprint": "", "privacy": "", "contact": "",
         "conduct": "", "sign_up": "open", "guests": True}
# A change on one node is seen on the other by then.
SEEN_S_MAX = 2


async def site_of(rest):
    return (await rest.nobody.get("/site", expect=200)).json


async def change(admin, seq, **settings):
    """Saves these settings over that seq; yields the entry of the log."""
    body = {**TEXTS, "seq": seq, **settings}
    return (await admin.request("PUT", "/admin/site", body, expect=200)).json


def socket_of(folder):
    return ["--admin-socket", str(folder / "admin")]


async def administrator(rest, node):
    """A member who is made an administrator beside the running nodes."""
    await rest.account("anna")
    for command in (("role", "anna", "admin"), ("token", "anna")):
        done = tanbod("admin", *command, "--database", node.database, *socket_of(node.folder),
                      cwd=node.folder)
        assert done.returncode == 0, done.stderr
    return Player(rest, "anna", done.stdout.strip())


async def page_of(rest, path, status=200):
    async with rest.session.get(rest.server.url + path, headers={"Accept": "text/html"}) as got:
        assert got.status == status, path
        return await got.text()


async def test_an_administrator_names_the_site_and_the_log_says_so(server):
    async with Rest(server) as rest:
        anna, mona, ben, _, _ = await club(rest)
        before = await site_of(rest)
        assert before == {**TEXTS, "seq": 0, "name": "Tanbo"}
        for staff, code in [(mona, "forbidden"), (ben, "insufficient-scope")]:
            await refused(staff, "/site", 403, code, method="PUT", **TEXTS, seq=0)

        entry = await change(anna, 0, name="Club <b>Aachen</b>", guests=False)

        assert entry["act"] == "site" and entry["details"] == {"changed": ["name", "guests"]}
        assert (await log(anna))[0] == entry
        assert (await site_of(rest))["seq"] == 1
        html = await page_of(rest, "/players")
        assert "– Club &lt;b&gt;Aachen&lt;/b&gt;</title>" in html
        assert 'property="og:site_name" content="Club &lt;b&gt;Aachen' in html
        await change(anna, 1, name="")
        assert (await site_of(rest))["name"] == "Tanbo"


async def test_of_two_changes_at_once_the_second_is_refused(server):
    async with Rest(server) as rest:
        anna = (await promoted(rest, anna="admin"))["anna"]
        await change(anna, 0, name="First")
        for seq in (0, 2):
            await anna.request("PUT", "/admin/site", {**TEXTS, "seq": seq}, expect=409,
                               code="stale-seq")
        assert (await site_of(rest))["name"] == "First"
        assert len([e for e in await log(anna) if e["act"] == "site"]) == 1


async def test_a_fault_names_its_field(server):
    async with Rest(server) as rest:
        anna = (await promoted(rest, anna="admin"))["anna"]
        for field, value in [
                ("name", "x" * 41), ("name", " x"), ("name", "a\nb"), ("imprint", "x" * 10_001),
                ("contact", 7), ("sign_up", "approval"), ("guests", "yes"), ("conduct", "\u202e"),
                ("seq", -1)]:
            problem = await anna.request("PUT", "/admin/site", {**TEXTS, "seq": 0, field: value},
                                         expect=422, code="invalid-field")
            assert problem.json["pointer"] == "/" + field
        assert (await site_of(rest))["seq"] == 0


async def test_closed_sign_up_refuses_members_and_no_guests_refuses_guests(server):
    async with Rest(server) as rest:
        anna = (await promoted(rest, anna="admin"))["anna"]
        guest = await rest.guest()
        body = {"handle": "carl", "password": PASSWORD}
        origin = {"Origin": server.url}

        await change(anna, 0, sign_up="closed")
        await rest.nobody.post("/accounts", body, expect=403, code="sign-up-closed")
        await guest.post("/me/upgrade", body, expect=403, code="sign-up-closed")
        await rest.guest()
        await change(anna, 1, guests=False)
        await rest.nobody.post("/guests", {}, expect=403, code="sign-up-closed")
        await rest.nobody.post("/sessions", {"guest": True}, headers=origin, expect=403,
                               code="sign-up-closed")
        assert (await guest.get("/me", expect=200)).json["handle"] == guest.handle
        await guest.post("/me/upgrade", body, expect=200)

        await change(anna, 2)
        await rest.guest()
        await rest.account("dora")


HOSTILE = """# Who <script>alert(1)</script>

**We** are *here*, and <img src=x onerror=alert(1)>
[fine](https://club.example/a?b=1&c=2) and [mail](mailto:club@club.example)
[bad](javascript:alert(1)) [worse](data:text/html,x) [x](https://a"onclick="b)

- one {{title}}
- **two**
"""


async def test_texts_are_pages_and_their_markup_is_ours_alone(server):
    async with Rest(server) as rest:
        anna = (await promoted(rest, anna="admin"))["anna"]
        for name in ("imprint", "privacy", "contact", "conduct"):
            await page_of(rest, "/" + name, status=404)
        await change(anna, 0, imprint=HOSTILE)

        html = await page_of(rest, "/imprint")

        assert "<h3>Who &lt;script&gt;alert(1)&lt;/script&gt;" in html
        assert "<strong>We</strong> are <em>here</em>, and &lt;img" in html
        assert '<a href="https://club.example/a?b=1&amp;c=2" rel="nofollow noopener">' in html
        assert '<a href="mailto:club@club.example"' in html
        assert html.count('rel="nofollow noopener"') == 2
        assert "[bad](javascript:alert(1))" in html and 'href="javascript' not in html
        assert 'onclick="' not in html and "<script" not in html and "<img" not in html
        assert "<li>one {{title}}" in html and "<li><strong>two</strong>" in html
        assert 'name="pages" content="imprint=Imprint"' in await page_of(rest, "/")
        await page_of(rest, "/privacy", status=404)


async def test_a_change_on_one_node_holds_on_the_other(tmp_path, make_address):
    with running_nodes(tmp_path, make_address(), socket_of) as (one, other):
        async with Rest(one) as rest, Rest(other) as there:
            anna = await administrator(rest, one)
            assert (await site_of(there))["seq"] == 0

            await change(anna, 0, name="Both", sign_up="closed", imprint="Here.")

            seen = await asyncio.wait_for(site_of(there), SEEN_S_MAX)
            assert (seen["seq"], seen["name"], seen["sign_up"]) == (1, "Both", "closed")
            await there.nobody.post("/accounts", {"handle": "carl", "password": PASSWORD},
                                    expect=403, code="sign-up-closed")
            assert "<p>Here." in await page_of(there, "/imprint")
