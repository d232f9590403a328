import { savedPath, type SavedTitle } from '../saved-title.ts';
import type { openStoredFiles } from './stored-files.ts';

interface Play {
  manifest_url: string;
  subtitles: readonly { lang: string; url: string }[];
}

/** The saved entitlement with the subtitles that the film has now. Their files are stored by then, the film stays. */
export async function renewSubtitles(
  entry: SavedTitle,
  { manifest_url: manifest, subtitles }: Play,
  files: Pick<ReturnType<typeof openStoredFiles>, 'readSize' | 'fetchInto'>,
): Promise<unknown> {
  const base = new URL('.', manifest).href;
  const list = subtitles.map(({ lang, url }) => ({ lang, from: url, to: savedPath(entry, url.slice(base.length)) }));
  for (const { from, to } of list) if ((await files.readSize(to)) === null) await files.fetchInto({ from, to });
  const cart = entry.cart as { play: object };
  const local = list.map(({ lang, to }) => ({ lang, url: new URL(to, location.origin).href }));
  return { ...cart, play: { ...cart.play, subtitles: local } };
}
