/** How the header behaves on a page (spec 2.16, 2.17). */
export interface HeaderBehaviour {
  /** Fixed and transparent until the page is scrolled. */
  transparent: boolean;
  /** Whether phones show the top bar. */
  mobileBar: boolean;
}

/** Spec 2.17: index, cinema, cast-id, movie-id, episode-id, series-id, genres-id, lives-live and lists-list. */
const TRANSPARENT = /^\/($|cinema$|(cast|movie|episode|series)\/\d+$|(genres|lives|lists)\/[^/]+$)/;
/** Spec 2.16: index, callback, download pages, ekran-id, and the details of films, episodes and series. */
const BARE = /^\/($|callback$|download$|(movie|episode|series)\/(download(\/[^/]+)?$|\d+$)|ekran\/[^/]+$)/;

/** The header's behaviour by the page's path; a page that no rule names has a solid header that is always there. */
export function headerBehaviour(pathname: string): HeaderBehaviour {
  const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '');
  return { transparent: TRANSPARENT.test(path), mobileBar: !BARE.test(path) };
}
