/// <reference types="astro/client" />

declare const __BUILD_ID__: string;
declare const __BUILD_FILES__: readonly string[]; // Service worker only: paths of the build's scripts and fonts.
/** Pages that a browser loads ahead (platform/pages). */
declare const __AHEAD__: import('../platform/pages/find-page.ts').AheadPaths;
/** Player files (tools/lib/code-splitting.ts); empty in development. */
declare const __PLAY_CODE__: string;
declare const __START_CODE__: string;
/** The desk's files, the entry first. */
declare const __DESK_CODE__: string;

/** Missing in the DOM's types. */
interface CacheStorage {
  readonly default: Cache;
}

declare namespace App {
  interface Locals {
    locale: import('../platform/text/locale.ts').Locale;
    brand: import('../platform/config/brand.ts').Brand;
    now: number; // Epoch seconds; of a preview that of its date
    variant: import('../platform/config/variants.ts').Variant;
    siteUrl: string;
    api: import('../platform/client/api.ts').Api;
    failure: import('../platform/http/calls/errors.ts').ApiError | null; // Spec 8.11.
    shell: () => Promise<import('../shell/load-shell.ts').Shell>;
    details: () => Promise<import('../features/site/contract.ts').AppDetails | null>; // Of the site, its telephone and links
    offers: (call: string) => boolean;
    lists: boolean; // Spec 2.48: lists are on.
    comments: boolean;
    trialDays: () => Promise<number>; // Of a new account at this second; 0 without a trial
    cast: boolean;
    icons: Set<string>; // Those that the page names, for its sprite
    fullrateOperators: string | null; // Spec 1.07: «همراه اول یا ایرانسل»; null where no network is.
    samandehi: import('../features/site/samandehi.ts').SamandehiNumbers; // Spec 2.23.
    seller: import('../platform/config/seller.ts').Seller | null; // Of receipts.
    chat: string | null; // Spec 1.13: script URL.
    appPage: string | null; // Spec 2.13: the app's page that this one is or returns to.
    signedIn: boolean; // Always false on cached pages
    kids: boolean;
    /** This browser left kids mode before: it may return without a new PIN. */
    knowsKidsPin: boolean;
    session: {
      start: (token: string) => string[];
      clear: () => string[];
      clearAll: () => string[];
      kids: (token: string) => string[];
      requester: () => string[];
    };
    cfContext: ExecutionContext;
  }
}
