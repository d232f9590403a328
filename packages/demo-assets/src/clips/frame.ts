/** Pixels of a drawn picture. */
export const WIDTH = 1280;
export const HEIGHT = 720;
