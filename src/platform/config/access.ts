/** Guards of pages (spec 2.45, 4.04 to 4.06; src/app/guards.ts). Other pages are public. */
const PAGE_GUARDS: readonly (readonly [page: RegExp, guards: readonly string[]])[] = [
  [/^\/(profile|payments)(\/(list(\/[^/]*)?|settings))?$|^\/payments\/[^/]+$/, ['auth']],
  [/^\/login$/, ['guest']],
];

export function getPageGuards(pathname: string): readonly string[] {
  const path = pathname.replace(/\/$/, '');
  return PAGE_GUARDS.flatMap(([page, guards]) => (page.test(path) ? guards : []));
}
