/** Dispatched on an `astro-island` once it handles events. */
export const AWAKE_EVENT = 'pardeh:awake';
/** Dispatched on the document once the server holds new progress. */
export const PROGRESS_EVENT = 'pardeh:progress';
