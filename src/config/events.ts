/** Goes out on the document when the player has closed: how far the viewer has come may have changed. */
export const PROGRESS_EVENT = 'pardeh:progress';
