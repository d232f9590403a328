/** The parts of a service worker's scope that sw.ts uses: TypeScript's own types exclude those of a page. */
interface ExtendableEvent {
  waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (answer: Promise<Response>) => void;
}
interface MessageEvent extends ExtendableEvent {
  data: unknown;
}
interface Listen {
  (type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  (type: 'fetch', listener: (event: FetchEvent) => void): void;
  (type: 'message', listener: (event: MessageEvent) => void): void;
}
export interface Scope {
  addEventListener: Listen;
  location: Location;
  registration: {
    navigationPreload?: { enable: () => Promise<void>; setHeaderValue: (value: string) => Promise<void> };
  };
  clients: { claim: () => Promise<void>; matchAll: () => Promise<readonly { url: string }[]> };
  skipWaiting: () => Promise<void>;
}
export type { FetchEvent };
