/** Apart from the contract, so that a page needs no schema to send to it. */
export const EMPTY_SEARCH_PATH = '/search/empty';
