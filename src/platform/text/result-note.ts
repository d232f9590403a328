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

interface ResultFacts {
  type: string;
  year: number | null;
  iranian: boolean;
  near?: boolean | undefined;
}

export function resultNote({ type, year, iranian, near = false }: ResultFacts): string {
  const parts = [TYPES[type]?.() ?? '', year === null ? '' : formatYear(year, iranian), near ? m.searchbox_near() : ''];
  return parts.filter((part) => part !== '').join(' · ');
}
