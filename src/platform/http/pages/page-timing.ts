/** A shared page as `Server-Timing` names it, which a script can read of the page it runs in. */
export interface PageTiming {
  version: string;
  /** Of the page's bytes, before a visitor's marks. */
  digest: string;
}

const NAME = 'page';

export function toPageTiming({ version, digest }: PageTiming): string {
  return `${NAME};desc="${version}.${digest}"`;
}

/** Reads the header. Null where the page is not shared. */
export function parsePageTiming(header: string): PageTiming | null {
  const [, version, digest] = new RegExp(`\\b${NAME};desc="([\\w:-]*)\\.(\\w+)"`).exec(header) ?? [];
  return version === undefined || digest === undefined ? null : { version, digest };
}

/** True where the catalogue has changed since, and the page with it. */
export function isPublishedSince(displayed: PageTiming, current: PageTiming): boolean {
  return displayed.version !== current.version && displayed.digest !== current.digest;
}
