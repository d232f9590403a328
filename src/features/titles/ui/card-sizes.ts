/** The widths of cards in a rail (catalogue.css, rails.css), up to 4 px more where a smaller picture would be chosen. */
export const RAIL_SIZES = {
  poster: 'min(34vw, 133px + 2.5vw)',
  wide: 'min(74vw, 300px + 5.5vw)',
} as const;

/** Of a column of `grid-posters` and of one of `grid-wide`. */
export const GRID_SIZES = {
  poster: '(width >= 1440px) min(11.2vw, 246px), (width >= 960px) 15vw, (width >= 640px) 22.5vw, 28vw',
  wide: '(width >= 1920px) min(15.5vw, 332px), (width >= 1024px) 23vw, (width >= 768px) 29vw, 43vw',
} as const;
