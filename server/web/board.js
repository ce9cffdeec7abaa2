// Draws a board as SVG, and knows the names of its points.

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const SVG = "http://www.w3.org/2000/svg";
const MARKS = { red: "R", green: "G", seat5: "5", seat6: "6", seat7: "7", seat8: "8" };

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Boards of one to three dimensions can be drawn, if each point's name says where it lies.
export function isDrawable(extents) {
  if (extents.length === 1) return true;
  if (extents.length === 2) return extents[0] <= LETTERS.length;
  return extents.length === 3 && Math.max(...extents) <= 9;
}

// Column and row from 0, and the layer.
function place(name, extents) {
  if (extents.length === 1) return { x: Number(name) - 1, y: 0, z: 0 };
  if (extents.length === 2) return { x: LETTERS.indexOf(name[0]), y: Number(name.slice(1)) - 1, z: 0 };
  return { x: Number(name[0]) - 1, y: Number(name[1]) - 1, z: Number(name[2]) - 1 };
}

function columnLabel(x, extents) {
  return extents.length === 2 ? LETTERS[x] : String(x + 1);
}

// One layer's empty board. Row 1 is at the bottom.
class Layer {
  constructor(extents, z) {
    this.extents = extents;
    this.width = extents[0];
    this.height = extents[1] ?? 1;
    const title = extents.length === 3 ? `Layer ${z + 1}` : "The board";
    this.svg = element("svg", {
      viewBox: `-1.1 -1 ${this.width + .8} ${this.height + .7}`,
      role: "group", "aria-label": title,
    });
    this.drawGrid(z);
  }

  drawGrid(z) {
    let path = "";
    for (let x = 0; x < this.width; x += 1) path += `M${x} 0V${this.height - 1}`;
    for (let y = 0; y < this.height; y += 1) path += `M0 ${y}H${this.width - 1}`;
    this.svg.append(element("path", { class: "grid", d: path }));
    for (let x = 0; x < this.width; x += 1) this.label(x, -.55, columnLabel(x, this.extents));
    for (let y = 0; y < this.height && this.extents.length > 1; y += 1) {
      this.label(-.75, this.height - 1 - y + .15, String(y + 1));
    }
    if (this.extents.length === 3) this.label(-.75, -.55, `z${z + 1}`);
  }

  label(x, y, text) {
    this.svg.append(element("text", { class: "label", x, y, "aria-hidden": "true" }, text));
  }

  spot({ x, y }) {
    return { cx: x, cy: this.height - 1 - y };
  }
}

// Shows `game` (as GET gives it) in `container`. `marks`: legal (names of points to offer), gone
// (removed points with their seat), onPlay (called with a name; nothing is offered without it).
export function drawBoard(container, game, { legal = [], gone = [], onPlay = null } = {}) {
  const extents = game.board;
  const layers = Array.from({ length: extents[2] ?? 1 }, (_, z) => new Layer(extents, z));
  const on = (name) => {
    const spot = place(name, extents);
    return { layer: layers[spot.z], spot: layers[spot.z].spot(spot) };
  };
  for (const { seat, point } of gone) {
    const { layer, spot } = on(point);
    layer.svg.append(element("circle", { ...spot, r: .4, class: `gone ${seat}` },
      element("title", {}, `${point}: ${seat}, removed`)));
  }
  for (const [seat, points] of Object.entries(game.stones)) {
    for (const point of points) drawStone(on(point), seat, point);
  }
  if (game.last_point) {
    const { layer, spot } = on(game.last_point);
    layer.svg.append(element("circle", { ...spot, r: .2, class: "last" }));
  }
  for (const point of legal) drawTarget(on(point), point, onPlay);
  container.classList.toggle("layers", layers.length > 1);
  const focused = container.contains(document.activeElement)
    ? document.activeElement.dataset.point : null;
  container.replaceChildren(...layers.map((layer) => layer.svg));
  if (focused) container.querySelector(`[data-point="${focused}"]`)?.focus();
}

function drawStone({ layer, spot }, seat, point) {
  layer.svg.append(element("circle", { ...spot, r: .45, class: `stone ${seat}` },
    element("title", {}, `${point}: ${seat}`)));
  if (MARKS[seat]) {
    layer.svg.append(element("text",
      { x: spot.cx, y: spot.cy + .15, class: "letter", "aria-hidden": "true" }, MARKS[seat]));
  }
}

function drawTarget({ layer, spot }, point, onPlay) {
  const dot = element("circle", { ...spot, r: .13, class: "legal" });
  if (!onPlay) {
    layer.svg.append(dot);
    return;
  }
  const target = element("g",
    { class: "target", role: "button", tabindex: "0", "aria-label": `Play ${point}` },
    dot, element("circle", { ...spot, r: .48, class: "hit" }));
  target.dataset.point = point;
  target.addEventListener("click", () => onPlay(point));
  target.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onPlay(point);
  });
  layer.svg.append(target);
}
