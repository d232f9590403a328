import { PAGE_CACHES, readBrandMark } from '../offline.ts';

const NOTE = 'notes';

/**
 * A page that names the site in another way than the last one in its language says that the desk has changed the brand:
 * pages of before are forgotten. True where it was so. The first page of a browser is compared with none.
 */
export async function forgetOtherBrand(html: string, lang: string): Promise<boolean> {
  const mark = readBrandMark(html);
  if (mark === null) return false;
  const notes = await caches.open(NOTE);
  const address = `/brand-${lang}`;
  const last = await (await notes.match(address))?.text();
  if (last === mark) return false;
  await notes.put(address, new Response(mark));
  if (last === undefined) return false;
  await Promise.all(Object.values(PAGE_CACHES).map((name) => caches.delete(name)));
  return true;
}
