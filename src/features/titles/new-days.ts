/** So many days after its release a title is new. */
export const NEW_DAYS = 14;
