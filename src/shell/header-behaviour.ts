export interface HeaderBehaviour {
  transparent: boolean;
  mobileBar: boolean;
}

/** Spec 2.17: index, cinema, cast-id, movie-id, episode-id, series-id, genres-id, lives-live and lists-list. */
const TRANSPARENT = /^\/($|cinema$|(cast|movie|episode|series)\/\d+$|(genres|lives|lists)\/[^/]+$)/;
/** Spec 2.16: index, callback, download pages, ekran-id, and the details of films, episodes and series. */
const BARE = /^\/($|callback$|download$|(movie|episode|series)\/(download(\/[^/]+)?$|\d+$)|ekran\/[^/]+$)/;

/** Spec 2.16, 2.17. */
export function headerBehaviour(pathname: string): HeaderBehaviour {
  const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '');
  return { transparent: TRANSPARENT.test(path), mobileBar: !BARE.test(path) };
}
