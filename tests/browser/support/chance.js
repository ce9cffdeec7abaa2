// Chance that a seed decides: the same sequence on every machine.

export function chanceOf(seed) {
  let state = seed >>> 0;
  // At least 0, less than 1: mulberry32.
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(random() * limit);
  return {
    random,
    below,
    one: (choices) => choices[below(choices.length)],
    happens: (probability) => random() < probability,
  };
}
