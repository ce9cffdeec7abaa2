/**
 * Text of pages that the browser translates.
 *
 * A browser's translator replaces each text node by `<font>` elements, which hold the translation.
 * The client changes a text through the node that it made: once that node is in no page any more, the
 * text stands still, and what is removed or moved stays. So the node returns to its place, emptied,
 * before its translation. When the client changes the node, the translation goes, and the translator
 * finds a new text to translate; when it moves or removes the node, the translation follows.
 */

interface Translation {
  /** The text that was translated. */
  readonly text: string;
  readonly shown: Element;
}

/** Returns translated nodes of one document to their places. */
class Translations {
  private readonly byNode = new WeakMap<Node, Translation>();
  private readonly nodes = new WeakMap<Node, Node>();
  private emptied = new Set<Node>();

  /** Takes in what has happened, in its order. */
  take(records: readonly MutationRecord[]): void {
    this.emptied = new Set();
    for (const record of records) {
      if (record.type === 'characterData') this.changed(record.target);
      for (const node of record.removedNodes) this.removed(node, record);
      for (const node of record.addedNodes) this.follow(node);
    }
  }

  /** The client has changed a text: its translation is of another one. */
  private changed(node: Node): void {
    const translation = this.byNode.get(node);
    if (!translation) return;
    this.end(node);
    // It was changed after the translator had taken it away, and before it was brought back.
    if (this.emptied.has(node)) node.nodeValue = translation.text;
  }

  private removed(node: Node, record: MutationRecord): void {
    const source = this.nodes.get(node);
    if (source) this.follow(source);
    else if (this.byNode.has(node)) this.follow(node);
    else if (node.nodeType === Node.TEXT_NODE && !node.parentNode) {
      const shown = this.translationIn(record);
      if (shown) this.bringBack(node, shown);
    }
  }

  /** The element that stands where a text was. */
  private translationIn(record: MutationRecord): Element | undefined {
    const candidates = [...record.addedNodes, record.previousSibling, record.nextSibling];
    return candidates.find(
      (one): one is Element =>
        one instanceof Element &&
        one.localName === 'font' &&
        one.parentNode !== null &&
        !this.nodes.has(one),
    );
  }

  private bringBack(node: Node, shown: Element): void {
    shown.before(node);
    this.byNode.set(node, { text: node.nodeValue ?? '', shown });
    this.nodes.set(shown, node);
    this.emptied.add(node);
    node.nodeValue = '';
  }

  /** A text or its translation was moved or removed: they stay side by side, or are one again. */
  private follow(node: Node): void {
    const translation = this.byNode.get(node);
    if (!translation || node.nextSibling === translation.shown) return;
    if (node.parentNode && translation.shown.parentNode) {
      node.parentNode.insertBefore(translation.shown, node.nextSibling);
    } else {
      this.end(node);
      node.nodeValue = translation.text;
    }
  }

  private end(node: Node): void {
    const translation = this.byNode.get(node);
    if (!translation) return;
    this.byNode.delete(node);
    this.nodes.delete(translation.shown);
    translation.shown.remove();
  }
}

/** Has the texts below a node live on when a browser translates them. To be called once. */
export function outliveTranslation(root: Node): void {
  const translations = new Translations();
  const observer = new MutationObserver((records) => {
    translations.take(records);
    // Changes made here are no news.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, subtree: true, characterData: true });
}
