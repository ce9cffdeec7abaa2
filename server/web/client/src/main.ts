import './theme/tokens.css';
import './theme/page.css';
import { mount } from 'svelte';
import App from './pages/App.svelte';
import { followLinks } from './pages/location.svelte';
import { whoAmI } from './parts/session.svelte';
import { dress } from './parts/settings.svelte';
import { speak } from './text';

dress();
void whoAmI();
await speak(document.documentElement.lang);
followLinks();
const target = document.getElementById('app')!;
target.replaceChildren();
mount(App, { target });
