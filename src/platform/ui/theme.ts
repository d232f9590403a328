/**
 * The chosen theme; kept in local storage (spec 4.23) and here, where the Worker can read it. In a file of its own: the
 * script that every page inlines may share none with what loads later.
 */
export const THEME_COOKIE = 'theme';
