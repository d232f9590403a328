/** Spec 2.04: the pages of the mobile app's web view. Others belong to it by their `from` or `redirect`. */
const APP_PAGE = /^\/app\/(?:(?:series\/|episode\/)?show|ekran)(?:\/\d{1,9})?(?:[?#][\w=&%#.-]*)?$/;

const TWINS = [
  [/^\/(series|episode)(?:\/show)?(?=\/\d|[?#]|$)/, '/app/$1/show'],
  [/^\/(?:(?:movie|video)(?:\/show)?|show)(?=\/\d|[?#]|$)/, '/app/show'],
  [/^\/ekran(?=\/\d|[?#]|$)/, '/app/ekran'],
] as const;

/** Of a request, or of a page in the browser. */
interface AppState {
  appPage: string | null;
}

/** A page may return to one that returns to the app's. */
const MAX_RETURNS = 3;

/** `path`, or in the app its page there, if it has one (spec 2.13). */
export function stayInApp(path: string, { appPage }: AppState): string {
  const twin = appPage === null ? undefined : TWINS.find(([pages]) => pages.test(path));
  return twin ? path.replace(twin[0], twin[1]) : path;
}

/** For pages without a twin: `path` with the way back to the app's page. */
export function carryReturn(path: string, { appPage }: AppState): string {
  return appPage === null ? path : `${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(appPage)}`;
}

/** The app's page that `address` is or returns to, without its hash. */
export function readAppPage(address: string | null): string | null {
  let path = address;
  for (let returns = 0; path !== null && returns <= MAX_RETURNS; returns += 1) {
    if (APP_PAGE.test(path)) return path.split('#', 1)[0] ?? null;
    const query = new URLSearchParams(/\?([^#]*)/.exec(path)?.[1]);
    path = query.get('from') ?? query.get('redirect');
  }
  return null;
}

/** For a page without a shared copy: it belongs to the app whose page it returns to. */
export function joinApp({ locals, url }: { locals: AppState; url: URL }): void {
  locals.appPage = readAppPage(url.pathname + url.search);
}
