import { foldDigits, stripInvisible } from '../../platform/text/digits.ts';

const ADDRESS = /\/(?:movie|series|episode|video|titles)\/(\d{1,9})(?:[/?#]|$)/;
const NUMBER = /^\d{1,9}$/;

/** Titles that a pasted text names by numbers or by addresses of their pages, each once; `unread`: parts that name none. */
export function readTitleRefs(text: string): { ids: number[]; unread: string[] } {
  const parts = foldDigits(stripInvisible(text.replaceAll('\u200c', ' ')))
    .split(/[\s,،;؛|]+/u)
    .filter((part) => part !== '');
  const ids = new Set<number>();
  const unread: string[] = [];
  for (const part of parts) {
    const id = Number(ADDRESS.exec(part)?.[1] ?? (NUMBER.test(part) ? part : '0'));
    if (id > 0) ids.add(id);
    else unread.push(part);
  }
  return { ids: [...ids], unread };
}
