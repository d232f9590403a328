/** Begins the keys of progress in local storage. A file of its own: the script of every page needs nothing else of it. */
export const PROGRESS_PREFIX = 'progress:';
