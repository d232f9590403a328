import type { Problem } from '../../../src/features/catalogue/rows/problems.ts';
import type { Pictured } from '../../../src/features/catalogue/server/intake/pass-tools.ts';
import type { ArtFolder } from './art-folder.ts';
import { KIND_OF_FIELD } from '../../../src/features/catalogue/rows/picture-fields.ts';
import type { PictureStore } from './picture-store.ts';

export interface Art {
  store: PictureStore;
  folder: ArtFolder | null;
}

export function isPictured(row: Pictured, { folder }: Art): boolean {
  const hasPortraits = row.credits?.some(({ portrait }) => portrait !== undefined) === true;
  return folder !== null || row.pictures !== undefined || row.stills !== undefined || hasPortraits;
}

interface ArtTarget {
  path: string;
  /** Of the folder for art; else that of the file. */
  folder?: string | undefined;
}

/**
 * Puts keys in place of paths, once the pictures are stored, and fills what the row leaves to the folder for art. A
 * picture that is refused is left out and reported: the title is loaded without it, and keeps the one that it has.
 */
export async function resolveArt<T extends Pictured>(row: T, art: Art): Promise<[T, Problem[]]> {
  if (!isPictured(row, art)) return [row, []];
  const { store, folder } = art;
  const problems: Problem[] = [];
  const take = async (field: keyof typeof KIND_OF_FIELD, { path, folder: base }: ArtTarget) => {
    const key = await store.take(path, KIND_OF_FIELD[field], base);
    if (key.ok) return key.value;
    problems.push({ column: field, reason: `left out: ${key.reason}`, value: path });
    return undefined;
  };
  const ofTitle = folder?.list(row.externalId) ?? { fields: {}, stills: [] };
  const isEpisode = row.credits === undefined;
  const ofFolder = Object.entries(ofTitle.fields)
    .filter(([field]) => (field === 'still') === isEpisode)
    .map(([field, path]) => [field, { path, folder: folder?.path }] as const);
  const ofRow = Object.entries(row.pictures ?? {}).map(([field, path]) => [field, { path: path ?? '' }] as const);
  const places = Object.entries<ArtTarget>({ ...Object.fromEntries(ofFolder), ...Object.fromEntries(ofRow) });
  const pictures = await Promise.all(
    places.map(async ([field, place]) => [field, await take(field as keyof typeof KIND_OF_FIELD, place)] as const),
  );
  const stillPlaces: ArtTarget[] =
    row.stills?.map((path) => ({ path })) ?? ofTitle.stills.map((path) => ({ path, folder: folder?.path }));
  const stills = isEpisode ? [] : await Promise.all(stillPlaces.map((place) => take('stills', place)));
  const credits =
    row.credits &&
    (await Promise.all(
      row.credits.map(async ({ portrait, ...credit }) => {
        const beside = portrait === undefined ? folder?.findPerson(credit) : undefined;
        const place = portrait !== undefined ? { path: portrait } : beside && { path: beside, folder: folder?.path };
        const key = place && (await take('portrait', place));
        return key === undefined ? credit : { ...credit, portrait: key };
      }),
    ));
  const keys = Object.fromEntries(pictures.filter(([, key]) => key !== undefined));
  const stillKeys = stills.filter((key) => key !== undefined);
  const resolved: T = {
    ...row,
    ...(credits && { credits }),
    pictures: Object.keys(keys).length > 0 ? keys : undefined,
    stills: stillKeys.length > 0 ? [...new Set(stillKeys)] : undefined,
  };
  return [resolved, problems];
}
