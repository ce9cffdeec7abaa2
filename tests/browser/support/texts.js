// Compiles the texts and pictures that the client's sources import; to be imported before they are
// bundled.

import { client } from './client.js';

const { compile } = await import(`${client}texts.js`);
compile();

const { dressUp } = await import(`${client}looks.js`);
dressUp();
