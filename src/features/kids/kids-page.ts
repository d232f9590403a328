/**
 * The page of kids mode and its local flag (spec 2.46). The script that every page inlines may share no file with what
 * loads later, so `paths.kids()` says the same once more; a test holds them together.
 */
export const KIDS_PATH = '/kids';
export const KIDS_FLAG = 'isKids';
