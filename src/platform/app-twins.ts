/** Spec 2.04: the pages of the mobile app's web view. Others belong to it by their `from` or `redirect`. */
const APP_PAGE = /^\/app\/(?:(?:series\/|episode\/)?show|ekran)(?:\/\d{1,9})?(?:[?#][\w=&%#.-]*)?$/;

const TWINS = [
  [/^\/(series|episode)(?:\/show)?(?=\/\d|[?#]|$)/, '/app/$1/show'],
  [/^\/(?:(?:movie|video)(?:\/show)?|show)(?=\/\d|[?#]|$)/, '/app/show'],
  [/^\/ekran(?=\/\d|[?#]|$)/, '/app/ekran'],
] as const;

interface Asked {
  appPage: string | null;
}

/** `path`, or in the app its page there, if it has one (spec 2.13). */
export function stayInApp(path: string, { appPage }: Asked): string {
  const twin = appPage === null ? undefined : TWINS.find(([pages]) => pages.test(path));
  return twin ? path.replace(twin[0], twin[1]) : path;
}

/** For pages without a twin: `path` with the way back to the app's page. */
export function carryReturn(path: string, { appPage }: Asked): string {
  return appPage === null ? path : `${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(appPage)}`;
}

/** The app's page that `address` is or returns to, without its hash. */
export function readAppPage(address: string | null): string | null {
  if (address === null || APP_PAGE.test(address)) return address?.split('#', 1)[0] ?? null;
  const query = new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]);
  const back = query.get('from') ?? query.get('redirect');
  return back === null ? null : readAppPage(back);
}
