import { formatYear } from './format.ts';
import { m } from './paraglide/messages.js';

const TYPES: Record<string, () => string> = {
  movie: m.searchbox_type_movie,
  series: m.searchbox_type_series,
  episode: m.searchbox_type_episode,
  video: m.searchbox_type_video,
  person: m.searchbox_type_person,
  genre: m.searchbox_type_genre,
  channel: m.searchbox_type_channel,
  magazine: m.searchbox_type_magazine,
};

/** What stands under the name of something found: its kind and, where it has one, its year. */
export function resultNote({ type, year, iranian }: { type: string; year: number | null; iranian: boolean }): string {
  const parts = [TYPES[type]?.() ?? '', year === null ? '' : formatYear(year, iranian)];
  return parts.filter((part) => part !== '').join(' · ');
}
