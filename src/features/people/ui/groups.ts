import type { PeopleGroup } from '../contract.ts';
import type { CastsGroup } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

interface Group {
  slug: CastsGroup;
  name: () => string;
  description: () => string;
}

/** The three casts pages: the API's group, the address, and what the page says of itself. */
export const GROUPS: Record<PeopleGroup, Group> = {
  iranian_actor: {
    slug: 'iranian-actors',
    name: m.nav_iranian_actors,
    description: m.casts_iranian_description,
  },
  foreign_actor: {
    slug: 'foreign-actors',
    name: m.nav_foreign_actors,
    description: m.casts_foreign_description,
  },
  director: { slug: 'directors', name: m.nav_directors, description: m.casts_directors_description },
};

/** The API's group of a casts page's address; undefined for no such page. */
export function groupOfSlug(slug: string | undefined): PeopleGroup | undefined {
  return (Object.keys(GROUPS) as PeopleGroup[]).find((group) => GROUPS[group].slug === slug);
}
