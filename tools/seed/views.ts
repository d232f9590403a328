import { fraction } from './hash.ts';
import { isIranian } from './iranian.ts';
import type { Title } from './schema.ts';

const UNRATED = 6;
const NEWEST_YEAR = 2026;

/** A believable number of views: better, newer and Iranian works have more, and chance plays its part. */
export function computeViews(title: Title): number {
  if (title.release !== 'released') return 0;
  const loved = 10 ** (2.6 + (title.rating ?? UNRATED) / 4);
  const recent = 1 + 2 / (1 + Math.max(0, NEWEST_YEAR - title.year) / 6);
  const home = isIranian(title) ? 2 : 1;
  return Math.round(loved * recent * home * (0.5 + fraction(`views/${String(title.id)}`)));
}
