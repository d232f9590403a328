/** The widths of cards in a rail (catalogue.css, rails.css), up to 4 px more where a smaller picture would be chosen. */
export const RAIL_SIZES = {
  poster: 'min(34vw, 133px + 2.5vw)',
  wide: 'min(74vw, 300px + 5.5vw)',
} as const;

/** Of a column of `grid-posters`, which is at least as wide as this; of one of `grid-wide`. */
export const GRID_SIZES = {
  poster: '(width >= 1024px) calc(134px + 2.5vw), (width >= 680px) 22vw, 28vw',
  wide: '(width >= 1440px) min(18vw, 390px), (width >= 1024px) 22vw, (width >= 768px) 29vw, 43vw',
} as const;
