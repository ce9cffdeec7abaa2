/** The address bar: where we are, and going elsewhere without loading the page again. */
import { movedFrom, routeOf, type Route } from './routes';

let url = $state.raw(new URL(location.href));
const route = $derived(routeOf(url));

/** The present address. */
export const here = {
  get route(): Route {
    return route;
  },
  get path(): string {
    return url.pathname + url.search;
  },
};

function enter(address: URL): void {
  const isOtherPage = address.pathname !== url.pathname;
  url = address;
  if (isOtherPage) scrollTo(0, 0);
}

/** Goes to a path of this site; "back" leads here again. */
export function go(path: string): void {
  history.pushState(null, '', path);
  enter(new URL(location.href));
}

/** Goes to a path of this site instead of here. */
export function replace(path: string): void {
  history.replaceState(null, '', path);
  enter(new URL(location.href));
}

/** Whether a click means this tab, and not a new one or a download. */
function isPlain(event: MouseEvent, link: HTMLAnchorElement): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    !link.target &&
    !link.hasAttribute('download') &&
    link.origin === location.origin
  );
}

/** Addresses that the server answers by itself, without this client. */
function isServers(path: string): boolean {
  return /^\/(help$|(api|assets|account|help|mail)\/)/.test(path);
}

/** Follows the links of the page and the buttons of the browser. To be called once. */
export function followLinks(): void {
  const moved = movedFrom(location.hash);
  if (moved) replace(moved);
  addEventListener('popstate', () => enter(new URL(location.href)));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlain(event, link) || isServers(link.pathname)) return;
    const isWithinPage = link.hash !== '' && link.pathname === location.pathname;
    if (isWithinPage) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
