// Search in the manual: fetches its index when the field is first used, and lists the parts that
// hold all words that were typed, or words that begin with them.

const form = document.querySelector('header form');
const field = form.elements.q;
const found = document.querySelector('#found');
const { index } = document.querySelector('script[data-index]').dataset;
const shown = 8;
const [one, many] =
  document.documentElement.lang === 'de' ? ['Ergebnis', 'Ergebnisse'] : ['result', 'results'];

let rows;
const load = async () => (rows ??= (await import(index)).default);

const fold = (text) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9ß]{2,}/g) ?? [];

// How well a row answers: every word counts, most in the title; 0 if one is missing.
function score(words, label, text) {
  const titled = fold(label);
  const told = text.split(' ');
  let sum = 0;
  for (const word of words) {
    if (titled.some((one) => one.startsWith(word))) sum += 5;
    else if (told.includes(word)) sum += 2;
    else if (told.some((one) => one.startsWith(word))) sum += 1;
    else return 0;
  }
  return sum;
}

function show(words, hits) {
  found.hidden = words.length === 0;
  const count = document.createElement('b');
  count.textContent = `${hits.length} ${hits.length === 1 ? one : many}`;
  const links = hits.slice(0, shown).map(({ address, label }) => {
    const link = document.createElement('a');
    link.href = address;
    link.textContent = label;
    return link;
  });
  found.replaceChildren(count, ...links);
}

async function search() {
  const words = fold(field.value);
  const all = words.length ? await load() : [];
  const hits = all
    .map(([address, label, text]) => ({ address, label, score: score(words, label, text) }))
    .filter((hit) => hit.score > 0)
    .sort((one, other) => other.score - one.score);
  show(words, hits);
}

form.hidden = false;
field.addEventListener('input', search);
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  await search();
  found.querySelector('a')?.focus();
});
