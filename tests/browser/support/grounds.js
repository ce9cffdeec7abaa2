// The colours of a page's texts and of the grounds they stand on, as its styles come out: contrast
// in every theme for one look at a page, where axe would look at it once for each.

import { contrast } from './colour.js';

// Every text that can be seen, with its colour and its ground as "#rrggbb".
const textsOf = (page) =>
  page.evaluate(() => {
    const channels = (colour) => {
      const parts = colour.match(/[\d.]+/g).map(Number);
      const scale = colour.startsWith('color(srgb') ? 255 : 1;
      return [...parts.slice(0, 3).map((part) => part * scale), parts[3] ?? 1];
    };
    const over = ([r, g, b, alpha], ground) =>
      [r, g, b].map((part, at) => part * alpha + ground[at] * (1 - alpha));
    const hex = (colour) =>
      `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
    const white = [255, 255, 255];
    const groundOf = (element) => {
      if (!element) return white;
      const { backgroundColor, opacity } = getComputedStyle(element);
      const below = groundOf(element.parentElement);
      const [r, g, b, alpha] = channels(backgroundColor);
      return over([r, g, b, alpha * Number(opacity)], below);
    };
    const opacityOf = (element) =>
      element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
    const hasText = (element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const isMeant = (element) =>
      !(element instanceof SVGElement) &&
      !element.closest(':disabled, [aria-disabled="true"], option') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return [...document.querySelectorAll('body *')]
      .filter((element) => hasText(element) && isMeant(element))
      .map((element) => {
        const { color, fontSize, fontWeight } = getComputedStyle(element);
        const ground = groundOf(element);
        const [r, g, b, alpha] = channels(color);
        const px = Number.parseFloat(fontSize);
        return {
          text: element.textContent.trim().slice(0, 40),
          colour: hex(over([r, g, b, alpha * opacityOf(element)], ground)),
          ground: hex(ground),
          isLarge: px >= 24 || (px >= 18.66 && Number(fontWeight) >= 700),
        };
      });
  });

// The texts of a page that do not stand out from their ground, a line each.
// Source: WCAG 2.2, "contrast (minimum)".
export async function faintTexts(page) {
  const texts = await textsOf(page);
  if (texts.length === 0) return ['no text is seen'];
  return texts
    .map((one) => ({ ...one, ratio: contrast(one.colour, one.ground) }))
    .filter(({ ratio, isLarge }) => ratio < (isLarge ? 3 : 4.5))
    .map((one) => `${one.colour} on ${one.ground} is ${one.ratio.toFixed(2)}: ${one.text}`);
}
