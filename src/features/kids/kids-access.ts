/** Accounts, plans and unrated content are closed; home is /kids. */
const CLOSED =
  /^\/(login|logout|profile|payments|callback|plan|download|(movie|series|episode)\/download|USSDlink|app|ref|lives?|channel|magazines(-channels)?|ekran|namad|comments|operator)?(\/|$)/i;
const WATCH = /^\/app\/((episode|series)\/)?show(\/|$)/; // The watch pages below /app (spec 2.04) are open

/** A closed page redirects to /kids. */
export function canKidsOpen(pathname: string): boolean {
  return WATCH.test(pathname) || !CLOSED.test(pathname);
}
