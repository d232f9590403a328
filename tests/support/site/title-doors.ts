import type { APIRequestContext } from '@playwright/test';

export interface ShownTitle {
  kind: 'series' | 'episode';
  id: number;
  /** In one of its languages, and in no other title's. */
  name: string;
  /** Of an episode. */
  series?: number;
  /** The address of its film that a viewer was given. */
  media?: string;
}

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');

/** The doors of a site at which a title is, for the visitor whose requests these are. */
export async function findOpenDoors(request: APIRequestContext, title: ShownTitle): Promise<string[]> {
  const { kind, id, name, series, media } = title;
  const query = encodeURIComponent(name);
  const doors = [
    ['page', `/${kind}/${String(id)}`],
    ['call', `/api/v1/titles/${kind}/${String(id)}`],
    ['search', `/search/${query}`],
    ['search call', `/api/v1/search?query=${query}`],
    ['home', '/'],
    ['list', '/api/v1/my/lists/later'],
    ...(series === undefined
      ? []
      : [
          ['page of the series', `/series/${String(series)}`],
          ['call of the series', `/api/v1/titles/series/${String(series)}`],
        ]),
  ] as const;
  const open: string[] = [];
  for (const [door, path] of doors) {
    const answer = await request.get(path);
    // The page of a search repeats the words that were searched for.
    const mark = door === 'search' ? `/${kind}/${String(id)}` : name;
    if (answer.ok() && (await answer.text()).includes(mark)) open.push(door);
  }
  for (const part of locations(await (await request.get('/sitemap.xml')).text())) {
    const pages = locations(await (await request.get(part)).text());
    if (pages.some((page) => page.endsWith(`/${kind}/${String(id)}`))) open.push('sitemap');
  }
  if (media !== undefined && (await request.get(media)).ok()) open.push('media');
  return open;
}
