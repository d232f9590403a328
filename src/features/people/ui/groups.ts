import type { PeopleGroup } from '../contract.ts';
import type { CastsGroup } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

interface Group {
  slug: CastsGroup;
  name: () => string;
  description: () => string;
}

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

export function findGroup(slug: string | undefined): PeopleGroup | undefined {
  return (Object.keys(GROUPS) as PeopleGroup[]).find((group) => GROUPS[group].slug === slug);
}
