// A browser's translator, as far as pages meet it: each text node is replaced by two <font> elements
// that hold the text, now and whenever one appears or changes. The words stay: tests find them.

// To be run in a page before anything of its own.
function translate() {
  const left = 'script, style, textarea, svg, [translate="no"]';
  const made = new WeakSet();

  function wrapped(text) {
    const inner = document.createElement('font');
    const outer = document.createElement('font');
    for (const font of [inner, outer]) font.style.verticalAlign = 'inherit';
    inner.textContent = text;
    outer.append(inner);
    made.add(outer);
    return outer;
  }

  function isWanted(node) {
    const parent = node.parentElement;
    if (!parent || !document.body?.contains(parent) || node.nodeValue.trim() === '') return false;
    if (parent.closest(left)) return false;
    for (let at = parent; at; at = at.parentElement) if (made.has(at)) return false;
    return true;
  }

  function take(root) {
    const texts = [];
    if (root.nodeType === Node.TEXT_NODE) {
      texts.push(root);
    } else {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode);
    }
    for (const text of texts.filter(isWanted)) text.replaceWith(wrapped(text.nodeValue));
  }

  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') take(target);
      for (const node of addedNodes) take(node);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

// Has a browser's page translated from its first word on.
export const translated = (page) => page.addInitScript(translate);
