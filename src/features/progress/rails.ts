/**
 * How many rows of their own the first page showed the visitor last, so that it keeps their place free. In a file of its
 * own: a script that a page inlines may share none with what loads later.
 */
export const RAILS_COOKIE = 'rails';
