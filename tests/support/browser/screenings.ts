import type { createDeskClient } from './desk.ts';

const HOUR = 60 * 60;

/** A film of the test alone, which nobody but the staff sees yet. */
export async function makeFilm(send: ReturnType<typeof createDeskClient>, name: string) {
  const names = { name_fa: `فیلم ${name}`, name_en: `Film ${name}` };
  const draft = { key: crypto.randomUUID(), kind: 'movie', ...names, year: '1404', minutes: '90' };
  const { id } = await send<{ id: number }>('titles', draft);
  return { id, fa: names.name_fa, en: names.name_en, path: `/movie/${String(id)}` };
}

/** A screening that begins in an hour, of a film that is out. `toman` before VAT. */
export async function makeScreening(
  send: ReturnType<typeof createDeskClient>,
  name: string,
  { capacity, toman }: { capacity: number; toman: number },
) {
  const film = await makeFilm(send, name);
  await send(`titles/${String(film.id)}/publish`, {});
  const now = Math.floor(Date.now() / 1000);
  const times = { starts_at: now + HOUR, ends_at: now + 25 * HOUR, hours: 48 };
  const facts = { title_id: film.id, ...times, toman, capacity };
  const { id } = await send<{ id: number }>('front/screenings', facts);
  return { film, path: `/ekran/${String(id)}` };
}
