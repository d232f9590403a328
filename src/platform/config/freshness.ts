/**
 * Ages that a published change waits for on its way to a guest's page. On each host their sum is below
 * `MAX_GUEST_SECONDS` (decision 142); the rest is for the render and the way.
 */
export const MAX_GUEST_SECONDS = 60;

/** Of a data centre's copy of the catalogue's version: the least that KV takes. */
export const KV_COPY_SECONDS = 30;
/** Of the version in the memory of an isolate or process. */
export const VERSION_MEMORY_SECONDS = 5;
/** Of a packed page in the memory of a Node process. */
export const PACKED_PAGE_SECONDS = 1;
/** Of a page in a guest's browser, or in the store of the door abroad. */
export const GUEST_PAGE_SECONDS = 20;
