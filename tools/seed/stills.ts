import type { Title } from './schema.ts';

/** The films whose names are lettered over their pages, and that have stills. */
export const MARKED: ReadonlySet<string> = new Set([
  ...['A Separation', 'Leila', 'The Cow', 'Children of Heaven', 'Close-Up', 'The Salesman', 'Hamoun', 'About Elly'],
  ...['Taste of Cherry', 'Qeysar', 'Bashu, the Little Stranger', 'The Tenants', 'Shahrzad', 'Hezar Dastan', 'Capital'],
  ...['Psycho', 'The Godfather', 'Interstellar', 'Spirited Away', 'Cinema Paradiso', 'Parasite', 'Casablanca'],
]);

/** Further films with stills. */
const WITH_STILLS: ReadonlySet<string> = new Set([
  ...['Downpour', 'The Runner', "Where Is the Friend's House?", 'The White Balloon', 'Gabbeh'],
  ...['The Color of Paradise', 'Baran', 'The Lizard', 'Just 6.5', 'Life and a Day', 'Santouri', 'Texas', 'Fossil'],
  ...[
    '12 Angry Men',
    'Bicycle Thieves',
    'Seven Samurai',
    'Modern Times',
    'The Lion King',
    'Coco',
    'Amélie',
    'Metropolis',
  ],
]);

/** Names of the stills of a title's gallery, three to five. */
export function listTitleStills({ id, kind, name_en }: Title): string[] {
  if (kind === 'video' || !(MARKED.has(name_en) || WITH_STILLS.has(name_en))) return [];
  return Array.from({ length: 3 + (id % 3) }, (_, at) => `still-${String(id)}-${String(at + 1)}`);
}

export const nameEpisodeStill = (episode: number): string => `still-${String(episode)}`;
