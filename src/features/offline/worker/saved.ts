import { isValid, savedCache, savedPath, titleOfCache, titleOfSavedPath, type SavedTitle } from '../saved-title.ts';

interface SavedEntry {
  cache: Cache;
  entry: SavedTitle;
}

export async function getSaved(title: Pick<SavedTitle, 'kind' | 'id'>): Promise<SavedEntry | null> {
  const name = savedCache(title);
  if (!(await caches.has(name))) return null;
  const cache = await caches.open(name);
  const entry = await (await cache.match(savedPath(title)))?.json<SavedTitle>();
  if (!entry) return null;
  if (isValid(entry, Date.now() / 1000)) return { cache, entry };
  await caches.delete(name);
  return null;
}

export async function listSaved(): Promise<SavedEntry[]> {
  const titles = (await caches.keys()).flatMap((name) => titleOfCache(name) ?? []);
  return (await Promise.all(titles.map(getSaved))).filter((kept) => kept !== null);
}

export async function writeEntry(cache: Cache, entry: SavedTitle): Promise<void> {
  await cache.put(savedPath(entry), Response.json(entry));
}

export async function serveSaved(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const title = titleOfSavedPath(pathname);
  const kept = title && (await getSaved(title));
  return (await kept?.cache.match(pathname)) ?? new Response(null, { status: 404 });
}

export async function savedPage(address: string): Promise<Response | undefined> {
  for (const { cache } of await listSaved()) {
    const result = await cache.match(address);
    if (result) return result;
  }
  return undefined;
}
