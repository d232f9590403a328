/**
 * Says to the script of every page that nothing is to be fetched ahead; follows the setting of the account. In a file of
 * its own: the script that every page inlines may share none with what loads later.
 */
export const DATA_SAVER_COOKIE = 'save_data';
