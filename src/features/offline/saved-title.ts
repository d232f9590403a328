import { SAVED_CACHE_PREFIX } from '../../platform/client/forget-saved.ts';
import type { TitleKind } from '../../platform/kinds.ts';
import type { Referrer } from '../../platform/text/referral-code.ts';

export interface SavedTitle {
  kind: TitleKind;
  id: number;
  name_fa: string;
  name_en: string;
  height: number;
  state: 'saving' | 'saved' | 'stopped';
  /** No network, no space, or the server refused. */
  why: 'network' | 'space' | 'refused' | null;
  /** `files` in all, `done` of them stored; 0 until known. */
  files: number;
  done: number;
  bytes: number;
  /** Epoch seconds. */
  savedAt: number;
  until: number;
  guest: boolean;
  /** Spec 3.06; absent in older entries. */
  ref?: Referrer;
  /** The entitlement with addresses of this browser; null until complete. */
  cart: unknown;
}

export type SaveRequest = Pick<SavedTitle, 'kind' | 'id' | 'height' | 'guest' | 'ref'>;
/** `confirm`: the right has changed, so the licences are asked about before their day is over. */
export type SaveMessage = { type: 'save'; wish: SaveRequest } | { type: 'save-on' } | { type: 'confirm' };

/** The channel on which the service worker tells how far it is. */
export const SAVED_CHANNEL = 'pardeh:saved';
const ENTRY = 'entry.json';

const PATH = /^\/saved\/(movie|episode|video)\/(\d{1,9})\/(.+)$/;

export function isSavable(kind: TitleKind): boolean {
  return kind !== 'series';
}

type Of = Pick<SavedTitle, 'kind' | 'id'>;

export function savedCache({ kind, id }: Of): string {
  return `${SAVED_CACHE_PREFIX}${kind}-${id}`;
}

export function titleOfCache(name: string): Of | null {
  return toTitleRef(/^saved-(movie|episode|video)-(\d{1,9})$/.exec(name));
}

/** `/saved/movie/52/240p/seg-0.m4s`. */
export function savedPath({ kind, id }: Of, file: string = ENTRY): string {
  return `/saved/${kind}/${id}/${file}`;
}

export function titleOfSavedPath(pathname: string): Of | null {
  return toTitleRef(PATH.exec(pathname));
}

function toTitleRef(match: RegExpExecArray | null): Of | null {
  return match && { kind: match[1] as TitleKind, id: Number(match[2]) };
}

export function isSavedAddress(address: string): boolean {
  return titleOfSavedPath(new URL(address).pathname) !== null;
}

/** The pictures of a storyboard: WebVTT of `storyboard.jpg#xywh=0,0,160,90`. */
export function filesOfStoryboard(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/^(\S+)#xywh=/gm), ([, file = '']) => file))];
}
