/** The page and local flag (spec 2.46). It repeats `paths.kids()` for every page's own script; a test compares them. */
export const KIDS_PATH = '/kids';
export const KIDS_FLAG = 'isKids';
