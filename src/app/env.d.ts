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
    locale: import('../platform/text/locale.ts').Locale;
    variant: import('../platform/config/variants.ts').Variant;
    /** The public origin, for canonical addresses. */
    siteUrl: string;
    api: import('../platform/client/api.ts').Api;
    /** The failed call without which there is no page (spec 8.11); null for a page that has what it needs. */
    failure: import('../platform/http/errors.ts').ApiError | null;
    /** The data of the header, side menu and footer; asked for once a request. */
    shell: () => Promise<import('../shell/load-shell.ts').Shell>;
    /** Whether what a call (by its name) does is offered: with a provider's API not everything is. */
    offers: (call: string) => boolean;
    /** Whether titles can be added to lists; else they will be (spec 2.48). */
    lists: boolean;
    /** Whether titles have comments: not in a kids session, nor where the API is a provider's that has none. */
    comments: boolean;
    /** The script of the operator's live-chat widget (spec 1.13), or null. */
    chat: string | null;
    /** Whether the request carries a session; always false on cached pages. */
    signedIn: boolean;
    /** Whether this is a kids session: only what is rated for children, and less of a shell. */
    kids: boolean;
    /** Whether this browser left kids mode before, so that it goes back without another PIN. */
    knowsKidsPin: boolean;
    /** The Set-Cookie values that begin or end a browser's session, its kids session, and that keep who asked for a code. */
    session: {
      start: (token: string) => string[];
      clear: () => string[];
      clearAll: () => string[];
      kids: (token: string) => string[];
      asker: () => string[];
    };
    cfContext: ExecutionContext;
  }
}
