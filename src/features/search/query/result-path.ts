import { TITLE_KINDS } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';

interface Result {
  type: string;
  id: number;
  slug: string | null;
  name_fa: string;
}

/** Other types (allowed by spec 3.10) lead to the search for their name. */
export function getResultPath({ type, id, slug, name_fa }: Result): string {
  const kind = TITLE_KINDS.find((candidate) => candidate === type);
  if (kind) return paths.title(kind, id);
  if (type === 'person') return paths.person(id);
  if (type === 'genre' && slug !== null) return paths.genre(slug);
  if (type === 'channel' && slug !== null) return paths.liveChannel(slug);
  if (type === 'magazine' && slug !== null) return paths.channel(slug);
  return paths.search(name_fa);
}
