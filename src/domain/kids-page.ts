/** The page of kids mode and its local flag (spec 2.46), in a file of their own for the script that every page inlines. */
export const KIDS_PATH = '/kids';
export const KIDS_FLAG = 'isKids';
