/** The viewer's own rails by the letter that the cookie `rails` has of each, and the slots of home that hold them. */
export const OWN_RAILS = { c: 'continue', w: 'continue', e: 'own-episodes', b: 'own-because' } as const;
export type OwnRail = keyof typeof OWN_RAILS;
export type OwnSlotId = (typeof OWN_RAILS)[OwnRail];
