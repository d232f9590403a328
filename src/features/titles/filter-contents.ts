/** The key of `filtercontents` (spec 3.18) in the session storage. */
export const FILTER_CONTENTS_KEY = 'filtercontents';

/** Filters that every listing may have; a listing's own page, order and genre are not carried to another. */
const CARRIED = ['age', 'lang', 'country', 'f_type'];

/** The filter of a listing's address as `filtercontents`: `country=IR&age=12`; empty where nothing is filtered. */
export function readFilterContents(search: string): string {
  const asked = new URLSearchParams(search);
  const kept = CARRIED.flatMap((name) => {
    const value = asked.get(name);
    return value === null || value === '' || value === '0' ? [] : [[name, value]];
  });
  return String(new URLSearchParams(kept));
}
