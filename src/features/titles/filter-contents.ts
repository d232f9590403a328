export const FILTER_CONTENTS_KEY = 'filtercontents'; // Session storage key (spec 3.18)

/** Filters that every listing has; page, order and genre belong to one listing. */
const CARRIED = ['age', 'lang', 'country', 'f_type'];

/** A listing's filter as `filtercontents`: `country=IR&age=12`; '' without one. */
export function readFilterContents(search: string): string {
  const query = new URLSearchParams(search);
  const entries = CARRIED.flatMap((name) => {
    const value = query.get(name);
    return value === null || value === '' || value === '0' ? [] : [[name, value]];
  });
  return String(new URLSearchParams(entries));
}
