/** Accounts, plans and unrated content are closed; home is /kids. */
const CLOSED =
  /^\/(login|logout|profile|payments|callback|plan|download|(movie|series|episode)\/download|USSDlink|app|ref|lives?|channel|magazines(-channels)?|ekran|namad|comments|operator)?(\/|$)/i;
const WATCH = /^\/app\/((episode|series)\/)?show(\/|$)/; // The watch pages below /app (spec 2.04) are open
/** Allowed calls; all others are refused. A bank's return stays open, for payments begun before the session: it shows
 * nothing, and changes only what the bank confirms. */
const CALLS =
  /^\/(titles|title-kinds|lists|genres|facets|categories|casts|people|search|kids|logout|my\/progress|plays|openapi\.json|ghost\/(getCategories|get)|(payments|directdebit)\/return|get\/(slider|discover|cart|user|app\/details))(\/|$)/;

/** A closed page redirects to /kids. */
export function canKidsOpen(pathname: string): boolean {
  return WATCH.test(pathname) || !CLOSED.test(pathname);
}

/** `path` is below the API's base. */
export function canKidsCall(path: string): boolean {
  return CALLS.test(path);
}
