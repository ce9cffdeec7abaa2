/** The one server that this page talks to, and what this browser keeps. */
import { createRest } from '../api/rest';
import { browserStore } from '../game/store';

export const rest = createRest();

export const store = browserStore();

/** Whether the server sends mails by itself, as its pages say. */
export function sendsMail(): boolean {
  return document.querySelector('meta[name="mail"]')?.getAttribute('content') !== 'no';
}
