import { SAVED_CACHE_PREFIX } from '../../platform/client/forget-saved.ts';
import type { TitleKind } from '../../platform/kinds.ts';
import type { Referrer } from '../../platform/text/referral-code.ts';

/**
 * A title that is kept in the browser to be watched without a network: one quality of a film, an episode or a video, in
 * a cache of its own. The service worker brings and serves it; islands ask for it and show it.
 */
export interface SavedTitle {
  kind: TitleKind;
  id: number;
  name_fa: string;
  name_en: string;
  /** Pixels. */
  height: number;
  state: 'saving' | 'saved' | 'stopped';
  /** Why it stopped: no network, no space left, or the viewer may not. */
  why: 'network' | 'space' | 'refused' | null;
  /** Files in all and of them those that are there; nought of nought until that is known. */
  files: number;
  done: number;
  /** Bytes that are there. */
  bytes: number;
  /** Epoch seconds: when it was asked for, and when it is gone. */
  savedAt: number;
  until: number;
  /** What a signed-in viewer asked for is asked for as theirs. */
  guest: boolean;
  /** Who referred the viewer (spec 3.06); absent in what was saved before this was kept. */
  ref?: Referrer;
  /** The answer of the cart, with addresses of what is kept here; null until all is there. */
  cart: unknown;
}

/** What an island asks the service worker for; both messages carry their `type`. */
export type SaveRequest = Pick<SavedTitle, 'kind' | 'id' | 'height' | 'guest' | 'ref'>;
export type SaveMessage = { type: 'save'; wish: SaveRequest } | { type: 'save-on' };

/** The channel on which the service worker tells how far it is. */
export const SAVED_CHANNEL = 'pardeh:saved';
const ENTRY = 'entry.json';

const PATH = /^\/saved\/(movie|episode|video)\/(\d{1,9})\/(.+)$/;
/** A clock may be wrong by so many seconds; one that was set back further than that opens nothing. */
const CLOCK_SECONDS = 24 * 60 * 60;

/** Whether a kind can be kept; of a series its episodes are. */
export function isSavable(kind: TitleKind): boolean {
  return kind !== 'series';
}

type Of = Pick<SavedTitle, 'kind' | 'id'>;

/** The cache of a title. */
export function savedCache({ kind, id }: Of): string {
  return `${SAVED_CACHE_PREFIX}${kind}-${id}`;
}

/** The title that a cache is of; null for a cache of something else. */
export function titleOfCache(name: string): Of | null {
  return toTitleRef(/^saved-(movie|episode|video)-(\d{1,9})$/.exec(name));
}

/** Where a file of a kept title is served: `/saved/movie/52/240p/seg-0.m4s`. */
export function savedPath({ kind, id }: Of, file: string = ENTRY): string {
  return `/saved/${kind}/${id}/${file}`;
}

/** The title that a path of `savedPath` belongs to; null for another. */
export function titleOfSavedPath(pathname: string): Of | null {
  return toTitleRef(PATH.exec(pathname));
}

function toTitleRef(match: RegExpExecArray | null): Of | null {
  return match && { kind: match[1] as TitleKind, id: Number(match[2]) };
}

/** Whether a manifest is that of a kept title. */
export function isSavedAddress(address: string): boolean {
  return titleOfSavedPath(new URL(address).pathname) !== null;
}

/** Whether it may still be watched, at `now` (epoch seconds). */
export function isValid({ savedAt, until }: Pick<SavedTitle, 'savedAt' | 'until'>, now: number): boolean {
  return now < until && now > savedAt - CLOCK_SECONDS;
}

/** The pictures that a storyboard (WebVTT of places in pictures, `storyboard.jpg#xywh=0,0,160,90`) names. */
export function filesOfStoryboard(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/^(\S+)#xywh=/gm), ([, file = '']) => file))];
}
