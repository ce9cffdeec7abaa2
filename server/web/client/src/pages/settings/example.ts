/** The position of the board that obeys the settings: three seats, with roots of little space. */

export const opening = {
  board: [9, 9],
  stones: [
    ['B8', 'H5'],
    ['E2', 'F8'],
    ['B3', 'E5'],
  ],
  toMove: 0,
};

export const played =
  'H4 E1 E6 B7 E3 E4 B6 D2 D5 C7 F2 A3 D7 E8 B2 J5 E7 B4 G5 F9 C3 D8 C2 D3 B5 G2 C5 A8 C1 F6 H6 G3 G6';
