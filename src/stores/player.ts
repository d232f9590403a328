import { atom } from 'nanostores';
import * as v from 'valibot';
import type { Result } from '../client/api.ts';
import { getCart, getGhostCart, type Cart } from '../contract/cart.ts';
import { getTitle } from '../contract/catalogue.ts';
import type { TitleKind } from '../domain/kinds.ts';
import { nameIn, type Locale } from '../domain/locale.ts';
import { api } from './api.ts';
import { hasSession } from './auth.ts';
import { readLocal, writeLocal } from './local.ts';
import { referrer } from './referral.ts';

export const SUBTITLE_SIZES = ['small', 'medium', 'large', 'huge'] as const;
export type SubtitleSize = (typeof SUBTITLE_SIZES)[number];
export const SUBTITLE_BACKGROUNDS = ['none', 'half', 'solid'] as const;
export type SubtitleBackground = (typeof SUBTITLE_BACKGROUNDS)[number];

const settings = v.object({
  /** A language, 'off', or null where the viewer never chose: then the language of the site. */
  subtitles: v.nullable(v.string()),
  /** The language to go back to when subtitles are switched on again. */
  lastLanguage: v.nullable(v.string()),
  size: v.picklist(SUBTITLE_SIZES),
  background: v.picklist(SUBTITLE_BACKGROUNDS),
  /** The height the viewer asked for; null lets the player choose. */
  height: v.nullable(v.number()),
});
export type PlayerSettings = v.InferOutput<typeof settings>;

const KEY = 'player';
const DEFAULTS: PlayerSettings = {
  subtitles: null,
  lastLanguage: null,
  size: 'medium',
  background: 'half',
  height: null,
};

/** How this viewer likes to watch, kept in this browser. */
export const $playerSettings = atom<PlayerSettings>(readLocal(KEY, settings) ?? DEFAULTS);

/** Changes some of the settings and keeps them. */
export function changePlayerSettings(change: Partial<PlayerSettings>): void {
  const next = { ...$playerSettings.get(), ...change };
  $playerSettings.set(next);
  writeLocal(KEY, next);
}

/** What the viewer may do with a title: asked for as themselves, or as a guest (spec 7.20, 7.21, 4.25). */
export async function loadCart(kind: TitleKind, id: number): Promise<Result<Cart>> {
  const answer = await api(hasSession() ? getCart : getGhostCart, { id, type: kind, ref: referrer() });
  return answer.ok ? { ok: true, value: answer.value.data.data } : answer;
}

/** The name of a title in a locale, for the player's heading and the lock screen; null where it cannot be had. */
export async function loadTitleName(kind: TitleKind, id: number, locale: Locale): Promise<string | null> {
  const answer = await api(getTitle, { kind, id });
  return answer.ok ? nameIn(locale, answer.value.data) : null;
}
