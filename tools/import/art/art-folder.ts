import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { problem } from '../../lib/progress.ts';
import { foldForSearch } from '../../../src/platform/text/persian-text.ts';
import type { Credit } from '../../../src/features/catalogue/rows/title.ts';
import { PICTURE_COLUMNS } from '../../../src/features/catalogue/rows/picture-fields.ts';
import { PICTURE_FILE_ENDS } from './read-picture.ts';

const PEOPLE = 'people';

/** Pictures named by the external ids of titles: `x-17/poster.jpg`, and by people: `people/Omid Sepehri.jpg`. */
export class ArtFolder {
  readonly path: string;
  readonly #titles: ReadonlySet<string>;
  readonly #people: ReadonlyMap<string, string>;

  constructor(path: string) {
    if (!isFolder(path)) throw problem(`There is no folder ${path}.`);
    this.path = path;
    this.#titles = new Set(readdirSync(path).filter((name) => isFolder(join(path, name))));
    const people = join(path, PEOPLE);
    const files = isFolder(people) ? readdirSync(people).filter(isPicture) : [];
    this.#people = new Map(files.map((file) => [toKey(withoutEnd(file)), `${PEOPLE}/${file}`]));
  }

  /** Paths below the folder by field; `stills` has those of `still-1`, `still-2` … in this order. */
  list(externalId: string): { fields: Record<string, string>; stills: string[] } {
    const name = toFolderName(externalId);
    if (name === PEOPLE || !this.#titles.has(name)) return { fields: {}, stills: [] };
    const files = readdirSync(join(this.path, name)).filter(isPicture);
    const entries = files.map(
      (file) => [withoutEnd(file).toLowerCase().replaceAll('-', '_'), `${name}/${file}`] as const,
    );
    const stills = entries.flatMap(([field, path]) => {
      const number = /^still_(\d{1,3})$/.exec(field)?.[1];
      return number === undefined ? [] : [{ number: Number(number), path }];
    });
    return {
      fields: Object.fromEntries(entries.filter(([field]) => Object.hasOwn(PICTURE_COLUMNS, field))),
      stills: stills.sort((a, b) => a.number - b.number).map(({ path }) => path),
    };
  }

  findPerson({ name_fa, name_en }: Credit): string | undefined {
    return [name_fa, name_en].flatMap((name) => (name === undefined ? [] : (this.#people.get(toKey(name)) ?? [])))[0];
  }
}

/** An external id as the name of a folder: letters, digits, `.`, `_` and `-` stay, any other sign is `_`. */
function toFolderName(externalId: string): string {
  return externalId.replace(/[^\p{L}\p{N}._-]/gu, '_').replace(/^\.+/, '_');
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isPicture(file: string): boolean {
  return [...PICTURE_FILE_ENDS, '.gif', '.svg'].includes(extname(file).toLowerCase());
}

function withoutEnd(file: string): string {
  return file.slice(0, -extname(file).length);
}

function toKey(name: string): string {
  return foldForSearch(name).replaceAll(' ', '');
}
