// Colours as people see them: contrast, and difference under simulated colour blindness.

const linear = (byte) => {
  const part = byte / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

// Linear red, green and blue of "#rrggbb".
export function parse(hex) {
  const [, r, g, b] = /^#(..)(..)(..)$/.exec(hex);
  return [r, g, b].map((part) => linear(Number.parseInt(part, 16)));
}

const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

// Source: WCAG 2.2, "contrast ratio".
export function contrast(one, other, vision) {
  const seen = (hex) => (vision ? apply(vision, parse(hex)) : parse(hex));
  const [a, b] = [luminance(seen(one)), luminance(seen(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// Source: Machado, Oliveira and Fernandes 2009, severity 1, on linear values.
export const visions = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  achromatopsia: Array.from({ length: 3 }, () => [0.2126, 0.7152, 0.0722]),
};

const apply = (matrix, colour) =>
  matrix.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, part, at) => sum + part * colour[at], 0),
      ),
    ),
  );

// CIE L*a*b* of linear values, white point D65.
function lab([r, g, b]) {
  const xyz = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ];
  const [x, y, z] = xyz.map((part) =>
    part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

// CIE76 as seen with that vision.
export function difference(one, other, vision) {
  const [a, b] = [one, other].map((hex) => lab(apply(vision, parse(hex))));
  return Math.hypot(...a.map((part, at) => part - b[at]));
}

// The colours of tokens.css in a theme: "light", "dark", "contrast", "pattern", "forced" or "print".
// With a field of another surface, if one is named.
export function tokens(css, theme, surface) {
  const read = (block) =>
    Object.fromEntries(
      [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
    );
  const blocks = [...css.matchAll(/([^{}]+)\{((?:[^{}]*--[\w-]+:[^;]+;)+[^{}]*)\}/g)].map(
    ([whole, selector, body]) => ({
      selector: selector.replace(/\/\*[^]*?\*\//g, '').trim(),
      body,
      at: css.indexOf(whole),
    }),
  );
  const media = (name) => css.indexOf(`@media ${name}`);
  const isIn = (block, name) =>
    block.at > media(name) && !blocks.some((one) => one.at > media(name) && one.at < block.at);
  const named = blocks.filter((block) => !block.selector.includes('data-surface'));
  const plain = named.filter(
    (block) =>
      !['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'].some((name) =>
        isIn(block, name),
      ),
  );
  const wanted = {
    light: [],
    dark: plain.filter((block) => block.selector === ":root[data-theme='dark']"),
    system: named.filter((block) => isIn(block, '(prefers-color-scheme: dark)')),
    contrast: plain.filter((block) => block.selector.includes("'contrast'")),
    pattern: plain.filter((block) => block.selector.includes("'pattern'")),
    forced: blocks.filter((block) => isIn(block, '(forced-colors: active)')),
    print: blocks.filter((block) => isIn(block, 'print')),
  }[theme];
  const field = (selector) => blocks.filter((block) => block.selector === selector);
  const fields = surface
    ? [
        ...field(`:root[data-surface='${surface}']`),
        ...(theme === 'dark' ? field(`:root[data-theme='dark'][data-surface='${surface}']`) : []),
      ]
    : [];
  const chain = [plain.find((block) => block.selector === ':root'), ...wanted, ...fields];
  const values = Object.assign({}, ...chain.map((block) => read(block.body)));
  const resolved = (value) =>
    value.replace(/^var\(--([\w-]+)\)$/, (_, other) => resolved(values[other]));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, resolved(value)]));
}
