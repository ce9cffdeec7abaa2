/** The mark: a T that is a legal root of five stones, drawn as roots of boards are. */

/** The stones as they grew, each beside exactly one before it: [column, row from the top]. */
export const stones = [
  [1, 2],
  [1, 1],
  [1, 0],
  [0, 0],
  [2, 0],
];

/** Their outline, with a hundred units from stone to stone. */
export const root =
  'M33 -28A23 23 0 0 0 67 -28A43 43 0 0 1 133 -28A23 23 0 0 0 167 -28A43 43 0 1 1 167 28' +
  'A23 23 0 0 0 133 28A43 43 0 0 1 130 30A28 28 0 0 0 130 70A43 43 0 0 1 135 125' +
  'A42 42 0 0 0 135 175A43 43 0 1 1 65 175A42 42 0 0 0 65 125A43 43 0 0 1 70 70' +
  'A28 28 0 0 0 70 30A43 43 0 0 1 67 28A23 23 0 0 0 33 28A43 43 0 1 1 33 -28z';

/** The grain of rice on the stone that it began with. */
export const grain = {
  path: 'M112 184c6 14-7.7 33.7-23 32.8c-6-14 7.7-33.7 23-32.8z',
  scale: 1.3,
  x: -30,
  y: -60,
};

/** The middle of the mark. */
export const middle = [100, 110];
