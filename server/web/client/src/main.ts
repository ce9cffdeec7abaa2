import './theme/tokens.css';
import './theme/fallback.css';
import './theme/page.css';
import { mount } from 'svelte';
import App from './pages/App.svelte';
import { followLinks, go, here } from './pages/location.svelte';
import { pages } from './pages/pages';
import { whoAmI } from './parts/session.svelte';
import { dress } from './parts/settings.svelte';
import { followNotifications, keepShellOfApp } from './parts/worker';
import { speak } from './text';
import { outliveTranslation } from './text/translation';

// No `await` here: chunks that need something of this one would wait for it, and it for them.
async function start(): Promise<void> {
  dress();
  void whoAmI();
  // The page comes beside the texts; that it did not is for the app to say, which asks again.
  void pages[here.route.page]().catch(() => undefined);
  await speak(document.documentElement.lang);
  followLinks();
  followNotifications(go);
  keepShellOfApp();
  const target = document.getElementById('app')!;
  target.replaceChildren();
  outliveTranslation(document.body);
  mount(App, { target });
}

void start();
