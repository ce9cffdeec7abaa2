/** The one server that this page talks to, and what this browser keeps. */
import { createRest } from '../api/rest';
import { browserStore } from '../game/store';

export const rest = createRest();

export const store = browserStore();
