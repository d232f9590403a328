/** Who may open a page (spec 2.45, 4.04 to 4.06): guards by name, in app/guards.ts. A page without any is free. */
const PAGE_GUARDS: readonly (readonly [page: RegExp, guards: readonly string[]])[] = [
  [/^\/(profile|payments)(\/(list(\/[^/]*)?|settings))?$|^\/payments\/[^/]+$/, ['auth']],
  [/^\/login$/, ['guest']],
];

/** The names of the guards before a page. */
export function getPageGuards(pathname: string): readonly string[] {
  const path = pathname.replace(/\/$/, '');
  return PAGE_GUARDS.flatMap(([page, guards]) => (page.test(path) ? guards : []));
}
