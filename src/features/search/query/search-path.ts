import { paths } from '../../../platform/paths.ts';

/** The query of /search/:search?. Astro's parameters leave `: / ? # & = + @ ; , $` as escapes. Empty where it is malformed. */
export function readSearchPath(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice(paths.search().length + 1));
  } catch {
    return '';
  }
}
