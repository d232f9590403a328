/** Pages that a kids session does not open: home is /kids, and accounts, plans and what is not rated are for grown-ups. */
const CLOSED =
  /^\/(login|logout|profile|payments|callback|plan|download|(movie|series|episode)\/download|USSDlink|app|ref|lives?|channel|magazines(-channels)?|ekran|namad|comments)?(\/|$)/i;
/** The watch pages below /app (spec 2.04) are of titles like any other. */
const WATCH = /^\/app\/((episode|series)\/)?show(\/|$)/;
/**
 * The calls that a kids session may make; a call that is not here is refused until someone has thought of children. Of
 * money only a bank's way back is open: a grown-up may have left for the bank before the session began, and the return
 * shows nothing and changes nothing but what the bank itself confirms.
 */
const CALLS =
  /^\/(titles|title-kinds|lists|genres|facets|categories|casts|people|search|kids|logout|my\/progress|plays|openapi\.json|ghost\/(getCategories|get)|(payments|directdebit)\/return|get\/(slider|discover|cart|user|app\/details))(\/|$)/;

/** Whether a kids session may open a page; else it is sent to /kids. */
export function kidsMayOpen(pathname: string): boolean {
  return WATCH.test(pathname) || !CLOSED.test(pathname);
}

/** Whether a kids session may make a call, by its path below the API's base. */
export function kidsMayCall(path: string): boolean {
  return CALLS.test(path);
}
