/** Disables prefetching in every page's script, which shares no file with code that loads later. */
export const DATA_SAVER_COOKIE = 'save_data';
