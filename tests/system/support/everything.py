"""Players who leave something in every part of a server."""

from support.rest import PASSWORD

CLOCK = {"kind": "fischer", "initial_s": 259200, "increment_s": 86400, "max_s": 604800}
# RFC 8291's example of a browser, 5.
PUSH = {"endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "keys": {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7V"
                           "d8pZGH6SRpkNtoIAiw4",
                 "auth": "BTBZMqHH6r4Tts7J_aSIgg"},
        "kinds": ["your-turn", "challenge"], "language": "en"}
SECRET_NOTE = "watch the corner at B8"
SAID = "good luck to both of us"


async def use_everything(anna, ben):
    """Anna leaves something in every part of the server; yields the games she plays in."""
    game = (await anna.open_game(setup="9x9", clock=CLOCK, rated=True))["id"]
    await ben.join(game)
    over = (await anna.open_game(setup="9x9", rated=True))["id"]
    await ben.join(over)
    await anna.move(over, "B3", 0)
    await ben.move(over, "B7", 1)
    await ben.leave(over)
    await anna.request("PUT", f"/games/{game}/note", {"text": SECRET_NOTE}, expect=200)
    branch = {"turns": "B3 G8", "at": 1, "by": "5f2c", "comment": SECRET_NOTE}
    study = {"seq": 0, "branches": [branch]}
    await anna.request("PUT", f"/games/{game}/study", study, expect=200)
    await anna.post("/clubs", {"name": "Paddy Club"}, expect=201)
    await anna.post(f"/games/{game}/chat?room=players", {"text": SAID}, expect=201)
    heard = (await ben.post(f"/games/{game}/chat?room=players", {"text": "Hm."}, expect=201)).json
    await anna.post(f"/games/{game}/chat/{heard['id']}/report", {"reason": "Rude."}, expect=201)
    await anna.request("PUT", "/me/mutes/ben", expect=204)
    await anna.move(game, "B3", 0)
    reply = {"if": [{"seat": "white", "point": "G8"}], "then": "C4"}
    await anna.request("PUT", f"/games/{game}/plan", {"ply": 1, "plan": [reply]}, expect=200)
    hook = {"url": "https://hooks.example.org/anna", "password": PASSWORD}
    await anna.post("/me/webhooks", hook, expect=201)
    await anna.request("PUT", "/me/push", PUSH, expect=200)
    await anna.post("/me/bots", {"handle": "annas-bot", "password": PASSWORD}, expect=201)
    await anna.name_address("anna@example.org")
    await anna.post("/challenges", {"setup": "9x9", "seats": ["me", "ben"]}, expect=201)
    return game, over
