/** A file of its own: the script of every page needs nothing else of paths.ts. */
export const KIDS_PATH = '/kids';
