// Random games by the module's C functions, as tests/browser/random_games.cpp plays them: for each
// setup one hash over all positions. It names nothing outside itself: a page can be given its
// text. On one setup `only` the last position of each game is hashed, since BigInts would cost
// more than the rules. `module` is what WebAssembly.instantiate needs.
export async function randomGames(module, games, only) {
  const { instance } = await WebAssembly.instantiate(module);
  const engine = instance.exports;
  engine.__wasm_call_ctors();

  const play = (opening) => {
    let hash = 0;
    const add = (position) => {
      const bits = engine.position_hash(position);
      hash = Math.imul(hash ^ Number(BigInt.asIntN(32, bits)), 2654435761);
      hash = Math.imul(hash ^ Number(BigInt.asIntN(32, bits >> 32n)), 2246822519);
    };
    for (let game = 1; game <= games; ++game) {
      let state = Math.imul(game, 2654435761) >>> 0;
      const position = engine.position_create(opening);
      let words = new Uint16Array(engine.memory.buffer);
      for (let seat = 0; (seat = engine.position_to_move(position)) >= 0;) {
        const count = engine.position_legal_count(position, seat);
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        if (words.length === 0) words = new Uint16Array(engine.memory.buffer);
        const point = words[engine.position_legal(position, seat) / 2 + ((state >>> 0) % count)];
        engine.position_play(position, point);
        if (only === undefined) add(position);
      }
      if (only !== undefined) add(position);
      engine.position_free(position);
    }
    return (hash >>> 0).toString(16).padStart(8, '0');
  };

  const results = [];
  for (let number = 0; ; ++number) {
    const length = engine.setup_id(number);
    if (length === 0) return results;
    const words = new Uint16Array(engine.memory.buffer, engine.scratch(), length);
    const setup = String.fromCharCode(...words);
    if (only !== undefined && setup !== only) continue;
    results.push({ setup, hash: play(engine.opening_of_setup(number)) });
  }
}
