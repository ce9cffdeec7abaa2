/**
 * Figures of the two documents about the rules, top row first: B black, W white. Source: Mark Steere,
 * the posting of 1995 and the help of the server that has hosted the game by mail since then.
 */

const rows = (text: string) => text.replace(/\s/g, '');

/** Figure E. */
export const legal = rows(`
  W.....B.....W.....B
  W.....B.....W.....B
  WW....BBB..WW.....B
  W.....B.....W......
  .B....BB...........
  BBBBBB..WWWWW......
  B..B..WWW...BBB...W
  ...B..........B...W
  ...B..........B...W
  ...B..B.......B....
  ......B...........B
  ......B....W......B
  WWWWW.BB...WWW.BBBB
  .....BB....W..W...B
  ....W.B....W..W...B
  ....W......WW.W.BBB
  ....WW...WB.WWW.B.B
  ....W.W..WBBBW..BWW
  BBBBWWWWWWW.BW..B.W
`);

/** Figure E of the second document. */
export const legalToo = rows(`
  B.....W.....BB.WWWW
  B.....W......BB.W..
  B.....W......B.....
  B.....W..BBBBB.....
  WWWWW.W......B.....
  W.W..B.......B.....
  WW..BBBBBB..W.BBBBB
  W.....B.....W.B.B..
  W...........WW..B..
  WWW..........W.....
  WBB..........W.....
  .B.WWWWW.....W..W..
  BBWW..W.....BW.WWWW
  WWW...W.....B......
  ..WWWW...BBBB......
  ......B............
  BBBB..B............
  .W.B..B............
  WWBBBBBBB.WWW...BBB
`);

/** Figure B. */
export const midgame = rows(`
  W....BB.....W.....B
  W.WBBB......W.....B
  WWWWB.........BBBBB
  ...WB........WW....
  .WWWB.......BBW....
  .B.B..W.W...B.WWWWW
  BBBB..WWW.BBB...W.W
  ......W.W...B......
  ........W...B......
  ......WWW...B......
  ......B.WW..B......
  ......B.....B.....B
  W.....BBB..WW.....B
  ............WW.....
  ...................
  ...................
  ............BB.....
  ............B.....W
  B.....W.....B.....W
`);

/** Figure C. */
export const late = rows(`
  W....BB..BWWW...WBB
  W.WBBB...B..WWWWW.B
  WWWWB....B.W..BBBBB
  ...WB...WBWWWWW...B
  .WWWB...WBB.BBW...W
  .B.B.WW.W.B.B.WWWWW
  BBBB..WWW.BBBBW.W.W
  ...B..W.W...B..WBBW
  ...B....W...BBWWWBB
  .WW.B.WWW...B.B.WB.
  .W.BBBB.WWW.BBB.WB.
  .W....B..BBBB.BWWBB
  WW....BBB.WWW..BWWB
  .W....B.B.W.WW.B.WB
  .WB...B...W....BBWW
  BBBBBBB...W....B..W
  .WWWWWW....BBBBBBBW
  ..W...W.....B.B...W
  B.....W.....BBWWWWW
`);

/** Figure D. */
export const won = rows(`
  W.WW.W....WWW...W..
  W.W..WW.....WWWWWW.
  WWWW.W.....W.......
  ...W.WW.W.WWWWW.WW.
  WWWW.W.WW..W..W.W.W
  W.W..WW.W.....WWWWW
  ......WWW....WW.W.W
  ....WWW.WW...W.W..W
  WW..W...W.W...WWW..
  .WWW.WWWW.W.....W..
  WW.WW...WWWW....W..
  .WW..WWWW......WW..
  WW.WW.W.........WW.
  .WWW...W......WW.W.
  WW.W...W......W.WWW
  ..W.W.WW.W....WW..W
  WWWWWWW.WW....W...W
  ..W.W.W.W....WW.W.W
  WWWW.WWWWWWW..WWWWW
`);

/** Figure F. */
export const impossible = rows(`
  W.....BBBB..WW..W.B
  WW....B..B..WW....B
  .WW...BBBB..WW.BB.B
  ..WW...........BB.B
  ...WW..........BBBB
  ....WWW............
  .....WW........WWWW
  ................WW.
  ................W..
  B.........W.....W..
  B...WWWWW.WWW......
  BB..W...W.W.W..BB..
  B...W...W.WWWW.BBBB
  B...W.B......W.B...
  B.....BBBBBBB..B...
  ........B...B......
  BBBBBBWWBB..B......
  BB...BWW.B..B....WW
  B.....WWWBBBB....W.
`);

/** Figure G, before the stone on J1. */
export const ownRoot = rows(`
  .W.WWB..B
  WWWWBBBBB
  W.W.B.B..
  .WWWB..B.
  WW.WBBBBB
  BBWWWWWWW
  .B.BWB...
  BBBBBBWWW
  .B..BWW..
`);

/** Figure I, before the stone on D5. */
export const onlyOwn = rows(`
  WWBB.BB..
  .WWB..BBB
  W.WBBB.B.
  WWWWWBBBB
  BBB..WWWW
  ..B.WWBW.
  B.BBBBBW.
  BBB.WWWWW
  BWWWW.W.W
`);

/** Figure K, before the stone on D5. */
export const several = rows(`
  WWBB..B..
  .WWB..BBB
  ..WBBB.B.
  WWWWWBBBB
  BBB..WWWW
  ..B.WWBW.
  B.BBBBBW.
  BBB.WWWWW
  BWWWW.W.W
`);

/** Figure M, before the stone on J9. */
export const lastMove = rows(`
  WWBB.BB..
  .WWB..BBB
  W.WBBB.B.
  WWWWWBBBB
  W..W..B..
  WW.WWWBBB
  W...WBB.B
  W...W.B.B
  W...WBBB.
`);

/** A root that may be extended safely, or not. */
export const safely = {
  setup: {
    board: [7, 7],
    stones: [
      ['F6', 'B2'],
      ['B6', 'F2'],
    ],
    toMove: 0,
  },
  played: `B3 A6 B4 A5 B5 A4 B1 A3 C1 C6 A2 C5 E6 E2 D6 D2 D5 D1 G6 G2`,
} as const;
