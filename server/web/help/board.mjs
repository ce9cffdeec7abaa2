// Pictures of boards for the manual, from the text that a code host shows as it is.
//
//     A B C
//   2 . # . 2      '#' black, 'O' white, ',' a point where Black may play, '.' empty
//   1 , O . 1

const cell = 40;

/** The rows of points of a picture, from the top, and the names of its columns and rows. */
function read(text) {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  const rows = lines.filter(([name]) => /^\d+$/.test(name));
  const columns = lines[0];
  const points = rows.map(([, ...row]) => row.slice(0, columns.length));
  if (points.some((row) => row.some((point) => !'#O.,'.includes(point)))) {
    throw new Error(`a board of the manual can't be read:\n${text}`);
  }
  return { points, columns, rows: rows.map(([name]) => name) };
}

/** The roots of one colour as thick lines: a stone is a short one, neighbours are joined. */
function rootsPath(points, colour) {
  const at = (row, column) => `${(column + 1) * cell} ${(row + 1) * cell}`;
  const parts = [];
  points.forEach((row, y) =>
    row.forEach((point, x) => {
      if (point !== colour) return;
      parts.push(`M${at(y, x)}h0`);
      if (row[x + 1] === colour) parts.push(`M${at(y, x)}L${at(y, x + 1)}`);
      if (points[y + 1]?.[x] === colour) parts.push(`M${at(y, x)}L${at(y + 1, x)}`);
    }),
  );
  return parts.join('');
}

/** The stones of a colour in words: "black B2, H8". */
function said({ points, columns, rows }, colour, name) {
  const named = points.flatMap((row, y) =>
    row.flatMap((point, x) => (point === colour ? [columns[x] + rows[y]] : [])),
  );
  return named.length ? `${name} ${named.join(', ')}` : '';
}

/** The board as SVG, without inline styles: its classes are in style.css. */
export function boardPicture(text) {
  const board = read(text);
  const { points, columns, rows } = board;
  const [width, height] = [(columns.length + 1) * cell, (rows.length + 1) * cell];
  const line = (x1, y1, x2, y2) => `M${x1 * cell} ${y1 * cell}L${x2 * cell} ${y2 * cell}`;
  const grid = [
    ...columns.map((_, x) => line(x + 1, 1, x + 1, rows.length)),
    ...rows.map((_, y) => line(1, y + 1, columns.length, y + 1)),
  ].join('');
  const names = [
    ...columns.map((name, x) => [name, (x + 1) * cell, height - 8]),
    ...rows.map((name, y) => [name, 12, (y + 1) * cell + 5]),
  ].map(([name, x, y]) => `<text x="${x}" y="${y}">${name}</text>`);
  const dots = points.flatMap((row, y) =>
    row.flatMap((point, x) =>
      point === ',' ? [`<circle cx="${(x + 1) * cell}" cy="${(y + 1) * cell}" r="7"/>`] : [],
    ),
  );
  const label = ['#', 'O', ',']
    .map((colour, at) => said(board, colour, ['black', 'white', 'legal'][at]))
    .filter(Boolean)
    .join('; ');
  const roots = (colour, name) => {
    const path = rootsPath(points, colour);
    return path
      ? `<path class="edge ${name}" d="${path}"/><path class="root ${name}" d="${path}"/>`
      : '';
  };
  return `<svg class="board" viewBox="0 0 ${width} ${height}" role="img" aria-label="Board: ${label}">
<rect class="field" width="${width}" height="${height}" rx="14"/><path class="grid" d="${grid}"/>
<g class="names" aria-hidden="true">${names.join('')}</g>
${roots('#', 'black')}${roots('O', 'white')}<g class="legal">${dots.join('')}</g>
</svg>
`;
}
