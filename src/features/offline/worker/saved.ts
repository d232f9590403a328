import { deleteSavedCache } from '../../../platform/client/forget-saved.ts';
import { checkLicence, type Licence } from '../licence.ts';
import type { LicenceState } from '../licence-clock.ts';
import { savedCache, savedPath, titleOfCache, titleOfSavedPath, type SavedTitle } from '../saved-title.ts';
import { readStoredFile } from './stored-files.ts';

interface SavedEntry {
  entry: SavedTitle;
  licence: Licence;
  state: LicenceState;
}

/** Null for a title that is not there, that has ended, and that has no licence: what older versions have saved.
 * Readers open no cache: to open one that a page deletes at this moment would make it again. */
export async function getSaved(title: Pick<SavedTitle, 'kind' | 'id'>): Promise<SavedEntry | null> {
  const name = savedCache(title);
  if (!(await caches.has(name))) return null;
  const entry = await (await caches.match(savedPath(title), { cacheName: name }))?.json<SavedTitle>();
  const checked = await checkLicence(title);
  if (!checked || checked.state === 'ended') await deleteSavedCache(name);
  return !entry || !checked || checked.state === 'ended' ? null : { entry, ...checked };
}

export async function listSaved(): Promise<SavedEntry[]> {
  const titles = (await caches.keys()).flatMap((name) => titleOfCache(name) ?? []);
  return (await Promise.all(titles.map(getSaved))).filter((title) => title !== null);
}

export async function writeEntry(cache: Cache, entry: SavedTitle): Promise<void> {
  await cache.put(savedPath(entry), Response.json(entry));
}

export async function serveSaved(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const title = titleOfSavedPath(pathname);
  const savedTitle = title && (await getSaved(title));
  if (!savedTitle) return new Response(null, { status: 404 });
  if (savedTitle.state !== 'valid') return new Response(null, { status: 403 });
  return (
    (await readStoredFile(savedCache(savedTitle.entry), savedTitle.licence, pathname)) ??
    new Response(null, { status: 404 })
  );
}

export async function savedPage(address: string): Promise<Response | undefined> {
  for (const { entry } of await listSaved()) {
    const result = await caches.match(address, { cacheName: savedCache(entry) });
    if (result) return result;
  }
  return undefined;
}
