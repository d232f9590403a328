import { ACCESS_BUGS } from './access.ts';
import { CONTENT_BUGS } from './content.ts';
import { HTTP_BUGS } from './http.ts';
import { MONEY_BUGS } from './money.ts';
import { PAGE_BUGS } from './pages.ts';
import { PLAYER_BUGS } from './player.ts';
import type { SiteBug } from './site-bug.ts';

/** Fifty mistakes all over the site, which `npm run mutate -- --site` puts into a copy of it, one after the other. */
export const SITE_BUGS: readonly SiteBug[] = [
  ...ACCESS_BUGS,
  ...HTTP_BUGS,
  ...MONEY_BUGS,
  ...CONTENT_BUGS,
  ...PAGE_BUGS,
  ...PLAYER_BUGS,
];
