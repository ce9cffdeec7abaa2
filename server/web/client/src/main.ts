import './theme/tokens.css';
import './theme/page.css';
import { mount } from 'svelte';
import App from './pages/App.svelte';
import { followLinks } from './pages/location.svelte';
import { whoAmI } from './parts/session.svelte';
import { dress } from './parts/settings.svelte';
import { speak } from './text';

// No `await` here: chunks that need something of this one would wait for it, and it for them.
async function start(): Promise<void> {
  dress();
  void whoAmI();
  await speak(document.documentElement.lang);
  followLinks();
  const target = document.getElementById('app')!;
  target.replaceChildren();
  mount(App, { target });
}

void start();
