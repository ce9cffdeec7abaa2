// The page: a list of games, and one game live.

import { drawBoard, isDrawable } from "/assets/board.js";
import { Client, Live, Refusal } from "/assets/client.js";

const $ = (id) => document.getElementById(id);
const client = new Client();
const live = new Live(client, (text) => trouble(text));

let status = "";
let next = null;
let refresh = 0;
let game = null;   // as GET gives it, kept up by events
let legal = [];    // of the seat to move
let gone = [];     // removed by the last turn

function make(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function trouble(text) {
  $("trouble").hidden = !text;
  $("trouble").textContent = text ?? "";
}

// Runs what a person asked for and shows why it was refused.
async function attempt(action) {
  try {
    trouble(null);
    await action();
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) {
      client.forget();
      showWho();
      trouble("Your guest account is not known here any more; try again as a new one.");
    } else {
      trouble(error instanceof Refusal ? error.message : "The server can't be reached.");
    }
  }
}

function showWho() {
  $("who").textContent = client.handle ? `You are ${client.handle}` : "You are watching";
}

// --- the list ---

const STATUS = { open: "open", active: "being played", finished: "finished" };

function gameItem(summary) {
  const link = make("a", "", make("b", "", `${summary.setup ?? "custom board"}, game ${summary.id}`),
    make("span", "players", summary.seats.map((seat) => seat.handle ?? "open seat").join(" – ")),
    make("span", "quiet", ` · ${STATUS[summary.status]}, ${summary.ply} stones`));
  link.href = `#/game/${summary.id}`;
  return make("li", "", link);
}

async function loadGames(cursor) {
  const query = new URLSearchParams({ limit: "30" });
  if (status) query.set("status", status);
  if (cursor) query.set("cursor", cursor);
  const page = await client.call("GET", `/games?${query}`);
  const items = page.games.map(gameItem);
  if (cursor) $("games").append(...items);
  else $("games").replaceChildren(...items);
  next = page.next;
  $("more").hidden = !next;
  $("none").hidden = $("games").children.length > 0;
}

// Several notices at once lead to one request.
function refreshGames() {
  clearTimeout(refresh);
  refresh = setTimeout(() => attempt(() => loadGames()), 250);
}

async function loadSetups() {
  const { setups } = await client.call("GET", "/setups");
  for (const setup of setups) {
    const option = make("option", "", `${setup.title} (${setup.seats.length} players)`);
    option.value = setup.id;
    option.selected = setup.id === "9x9";
    $("setup").append(option);
  }
}

// --- one game ---

const mine = () => game.seats.find((seat) => seat.handle === client.handle && seat.state !== "open")?.seat;
const isMyTurn = () => game.status === "active" && mine() === game.to_move;

const titled = (word) => word[0].toUpperCase() + word.slice(1);

function stateText() {
  if (game.status === "open") return "Waiting for players";
  if (game.status === "finished") return game.winner ? `${titled(game.winner)} has won` : "Nobody played";
  return isMyTurn() ? `Your turn, ${game.to_move}` : `${titled(game.to_move)} to move`;
}

function seatItem(seat) {
  const roots = game.roots?.[seat.seat] ?? 0;
  const state = { open: "open seat", in: "", left: ", has left", out: ", out" }[seat.state];
  const name = seat.handle ? `${seat.handle}${seat.state === "open" ? " (invited)" : state}` : state || "nobody";
  const placed = game.places?.[seat.seat] ? `, place ${game.places[seat.seat]}` : "";
  const count = `${roots} ${roots === 1 ? "root" : "roots"}`;
  return make("li", seat.seat === game.to_move ? "turn" : "", make("span", `swatch ${seat.seat}`),
    make("span", "", `${name} `, make("span", "quiet", `${seat.seat}, ${count}${placed}`)));
}

function showBoard() {
  const container = $("board");
  if (!isDrawable(game.board)) {
    client.call("GET", `/games/${game.id}/board?format=text`)
      .then((text) => container.replaceChildren(make("pre", "", text)));
    return;
  }
  drawBoard(container, game, {
    legal: $("show-legal").checked ? legal : [], gone, onPlay: isMyTurn() ? play : null,
  });
}

function showGame() {
  const isSeated = mine() !== undefined;
  const isOpen = game.status === "open";
  $("game-title").textContent = `Game ${game.id}: ${game.setup ?? "custom board"}`;
  $("state").textContent = stateText();
  $("seats").replaceChildren(...game.seats.map(seatItem));
  $("join").hidden = !isOpen || isSeated;
  $("start").hidden = !isOpen || game.creator !== client.handle || game.seats.length < 3;
  $("leave").hidden = !isSeated || game.status === "finished"
    || game.seats.find((seat) => seat.seat === mine()).state !== "in";
  $("play").hidden = !isMyTurn();
  document.title = isMyTurn() ? "Your turn – Tanbo" : "Tanbo, a game by Mark Steere";
  showBoard();
}

async function loadLegal() {
  legal = [];
  if (game.status !== "active") return;
  const { id, seq } = game;
  const answer = await client.call("GET", `/games/${id}/legal-moves`);
  if (game?.id === id && game.seq === seq && answer.ply === game.ply) legal = answer.points;
}

async function update() {
  await loadLegal();
  if (game) showGame();
}

function log(text) {
  $("log").prepend(make("li", "", text));
}

function tell({ type, data }) {
  const removed = (data.removed ?? []).map((root) =>
    `${root.seat}'s root ${root.root} (${root.points.length} ${root.points.length === 1 ? "stone" : "stones"}) is removed`);
  const first = {
    open: "The game is open", join: `${data.handle} takes ${data.seat}`, start: "Play begins",
    move: `${data.seat} ${data.point}`, leave: `${data.seat} leaves`,
    end: data.winner ? `${data.winner} has won` : "The game has ended",
  }[type] ?? type;
  log(titled([first, ...removed].join("; ")));
}

function removedPoints(data) {
  return data.removed.flatMap((root) => root.points.map((point) => ({ seat: root.seat, point })));
}

// Stones as they are after a move or a leaving.
function applyTurn({ data, type, seq }) {
  gone = removedPoints(data);
  const lifted = new Set(gone.map(({ point }) => point));
  if (type === "move") {
    game.stones[data.seat].push(data.point);
    game.ply = data.ply + 1;
    game.last_point = data.point;
  }
  for (const seat of Object.keys(game.stones)) {
    game.stones[seat] = game.stones[seat].filter((point) => !lifted.has(point));
  }
  Object.assign(game, { seq, to_move: data.to_move, roots: data.roots });
  if (lifted.has(game.last_point)) game.last_point = null;
}

// What led here: the last events, and the roots that the last turn removed.
async function loadPast() {
  const { id, seq } = game;
  const page = await client.call("GET", `/games/${id}/events?after=${Math.max(0, seq - 40)}`);
  const past = page.events.filter((event) => event.seq <= seq);
  for (const event of past) tell(event);
  const turn = past.findLast((event) => event.data.removed);
  gone = turn ? removedPoints(turn.data) : [];
}

async function onEvent(message) {
  if (message.type === "snapshot") {
    game = message.data;
    gone = [];
  } else if (!game || message.seq <= game.seq) {
    return;
  } else {
    tell(message);
    if (message.type === "move") applyTurn(message);
    else {
      if (message.data.removed) applyTurn(message);
      game = await client.call("GET", `/games/${game.id}`);
    }
  }
  await attempt(update);
}

async function play(point) {
  await attempt(async () => {
    await client.call("POST", `/games/${game.id}/moves`, { point, ply: game.ply });
    $("point").value = "";
  });
}

async function command(path) {
  await attempt(async () => {
    await client.signIn();
    showWho();
    game = await client.call("POST", `/games/${game.id}/${path}`, {}).then(
      () => client.call("GET", `/games/${game.id}`));
    await update();
  });
}

// --- which of the two ---

function route() {
  if (game) live.unfollow(`game:${game.id}`);
  game = null;
  legal = [];
  gone = [];
  const id = /^#\/game\/(\d+)$/.exec(location.hash)?.[1];
  $("lobby").hidden = id !== undefined;
  $("game").hidden = id === undefined;
  if (id === undefined) {
    live.follow("lobby", refreshGames);
    attempt(() => loadGames());
  } else {
    live.unfollow("lobby");
    $("log").replaceChildren();
    attempt(async () => {
      game = await client.call("GET", `/games/${id}`);
      await loadPast();
      await update();
      live.follow(`game:${id}`, onEvent, game.seq);
    });
  }
}

$("create").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    await client.signIn();
    showWho();
    const created = await client.call("POST", "/games", { setup: $("setup").value });
    location.hash = `#/game/${created.id}`;
  });
});
$("play").addEventListener("submit", (event) => {
  event.preventDefault();
  play($("point").value.trim());
});
$("join").addEventListener("click", () => command("join"));
$("start").addEventListener("click", () => command("start"));
$("leave").addEventListener("click", () => {
  if (confirm("Leave this game? All your roots are removed.")) command("leave");
});
$("more").addEventListener("click", () => attempt(() => loadGames(next)));
$("show-legal").addEventListener("change", () => game && showBoard());
for (const tab of document.querySelectorAll("[data-status]")) {
  tab.addEventListener("click", () => {
    status = tab.dataset.status;
    for (const other of document.querySelectorAll("[data-status]")) {
      other.setAttribute("aria-pressed", String(other === tab));
    }
    attempt(() => loadGames());
  });
}
addEventListener("hashchange", route);

showWho();
attempt(loadSetups);
route();
