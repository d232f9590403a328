declare const __BUILD_ID__: string;
/** In the service worker: the scripts and fonts of its build, as paths. */
declare const __BUILD_FILES__: readonly string[];
/** The files that play a film; see scripts/lib/code-splitting.mjs. Empty in development. */
declare const __PLAY_CODE__: string;

/** The edge's own cache, which the DOM's types do not know. */
interface CacheStorage {
  readonly default: Cache;
}

declare namespace App {
  interface Locals {
    locale: import('./domain/locale.ts').Locale;
    variant: import('./config/variants.ts').Variant;
    /** The public origin, for canonical addresses. */
    siteUrl: string;
    api: import('./client/api.ts').Api;
    /** The data of the header, side menu and footer; asked for once a request. */
    shell: () => Promise<import('./client/shell.ts').Shell>;
    /** Whether titles can be added to lists; else they will be (spec 2.48). */
    lists: boolean;
    /** The script of the operator's live-chat widget (spec 1.13), or null. */
    chat: string | null;
    /** Whether the request carries a session; always false on cached pages. */
    signedIn: boolean;
    /** Whether this is a kids session: only what is rated for children, and less of a shell. */
    kids: boolean;
    /** Whether this browser left kids mode before, so that it goes back without another PIN. */
    knowsKidsPin: boolean;
    /** The Set-Cookie values that begin or end a browser's session, and its kids session. */
    session: { start: (token: string) => string[]; clear: () => string[]; kids: (token: string) => string[] };
    cfContext: ExecutionContext;
  }
}
