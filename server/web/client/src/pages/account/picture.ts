/** A board to look at beside what is filled in: four roots on a field of nine by nine. */

const letters = 'ABCDEFGHJ';
const side = letters.length;

/** Points of names, in board order. */
const points = (names: string): number[] =>
  names
    .split(' ')
    .map((name) => letters.indexOf(name[0]!) + side * (Number(name.slice(1)) - 1))
    .sort((one, other) => one - other);

const root = (seat: 0 | 1, seed: string, stones: string) => ({
  seat,
  seed: points(seed)[0]!,
  stones: points(stones),
});

export const picture = {
  columns: side,
  rows: side,
  roots: [
    root(1, 'B8', 'A1 A2 A3 A4 A5 A6 A7 A8 B8 C8 D8 E8 C7'),
    root(0, 'B2', 'B1 C1 D1 E1 F1 G1 B2 B3 C3 D3 D4 B4 B5 B6 B7'),
    root(0, 'H8', 'H9 H8 H7 G7 F7 E7 D7 F8 H6 H5 G5 G4 F4'),
    root(1, 'H2', 'H1 H2 G2 F2 E2 D2 C2 E3 E4 E5 D5 C5 F5 H3 H4'),
  ],
};
