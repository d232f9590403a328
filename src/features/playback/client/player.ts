import { atom } from 'nanostores';
import * as v from 'valibot';
import type { Result } from '../../../platform/client/api.ts';
import { getSettings, saveSettings } from '../../accounts/contract/account.ts';
import { getCart, getGhostCart, type EntitlementAnswer } from '../../paywall/contract.ts';
import { renewPlay as renewCall } from '../contract.ts';
import { getTitle } from '../../titles/contract/catalogue.ts';
import { toEntitlementRequest } from '../../watch-options/entitlement-request.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { nameIn, type Locale } from '../../../platform/text/locale.ts';
import {
  DEFAULT_PREFERENCES,
  SUBTITLE_BACKGROUNDS,
  SUBTITLE_COLOURS,
  SUBTITLE_SIZES,
} from '../../accounts/preferences.ts';
import { api } from '../../../platform/client/island-api.ts';
import { hasSession } from '../../../platform/client/session.ts';
import { isKids } from '../../../platform/client/kids.ts';
import { DATA_SAVER_COOKIE } from '../../../platform/config/session.ts';
import { LOGIN_KEY, PLAYER_KEY } from '../../../platform/client/forget-account.ts';
import { readLocal, writeLocal } from '../../../platform/client/local.ts';
import { setClock } from '../../../platform/client/server-clock.ts';
import { readReferrerNumber } from '../../accounts/client/referral.ts';
import { getSavedEntitlement } from '../../offline/client/saved.ts';
import { takeNextPlay } from './next-episode/next-play.ts';

const settings = v.object({
  /** A language, 'off', or null where the viewer never chose: then the site's language. */
  subtitles: v.nullable(v.string()),
  lastLanguage: v.nullable(v.string()),
  size: v.picklist(SUBTITLE_SIZES),
  background: v.picklist(SUBTITLE_BACKGROUNDS),
  colour: v.optional(v.picklist(SUBTITLE_COLOURS), DEFAULT_PREFERENCES.subtitle_colour),
  /** Spec 9.21; null until the account has answered. */
  autoplay: v.optional(v.nullable(v.boolean()), null),
  dataSaver: v.optional(v.boolean(), DEFAULT_PREFERENCES.data_saver),
  height: v.nullable(v.number()),
  /** True for the copy of an account, which is neither a guest's nor another account's. */
  own: v.optional(v.boolean(), false),
});
export type PlayerSettings = v.InferOutput<typeof settings>;

/** Milliseconds that the account's settings may take longer than the entitlement. */
const SETTINGS_WAIT_MS = 500;
const YEAR_SECONDS = 365 * 24 * 60 * 60;
const DEFAULTS: PlayerSettings = {
  subtitles: null,
  lastLanguage: null,
  size: DEFAULT_PREFERENCES.subtitle_size,
  background: DEFAULT_PREFERENCES.subtitle_background,
  colour: DEFAULT_PREFERENCES.subtitle_colour,
  autoplay: null,
  dataSaver: DEFAULT_PREFERENCES.data_saver,
  height: null,
  own: false,
};

export const $playerSettings = atom<PlayerSettings>(readSettings());
let viewer = readViewer();

function readSettings(): PlayerSettings {
  const stored = readLocal(PLAYER_KEY, settings);
  if (hasSession()) return stored ?? DEFAULTS;
  return stored && !stored.own ? { ...stored, autoplay: null, dataSaver: DEFAULT_PREFERENCES.data_saver } : DEFAULTS;
}

/** Another text after each login and sign-out of this browser, in whichever tab. */
function readViewer(): string {
  return `${String(hasSession())} ${String(readLocal(LOGIN_KEY, v.number()))}`;
}

function followViewer(): void {
  const now = readViewer();
  if (now !== viewer) $playerSettings.set(readSettings());
  viewer = now;
}

export function isAutoplayOn({ autoplay }: PlayerSettings): boolean {
  return autoplay ?? (!hasAccount() && DEFAULT_PREFERENCES.autoplay);
}

export function changePlayerSettings(change: Partial<PlayerSettings>): void {
  storeSettings(change);
  const { size, background, colour } = change;
  const styled = {
    ...(size && { subtitle_size: size }),
    ...(background && { subtitle_background: background }),
    ...(colour && { subtitle_colour: colour }),
  };
  if (hasAccount() && Object.keys(styled).length > 0) void api(saveSettings, styled);
}

function storeSettings(change: Partial<PlayerSettings>): void {
  followViewer();
  const next = { ...$playerSettings.get(), ...change, own: hasSession() };
  $playerSettings.set(next);
  writeLocal(PLAYER_KEY, next);
}

/** A kids session does not see its account. */
function hasAccount(): boolean {
  return hasSession() && !isKids();
}

async function loadAccountSettings(): Promise<void> {
  const viewer = readViewer();
  const answer = await api(getSettings, {});
  if (!answer.ok || viewer !== readViewer()) return;
  const { autoplay, data_saver, subtitle_size, subtitle_colour, subtitle_background } = answer.value.data;
  document.cookie = `${DATA_SAVER_COOKIE}=1; Path=/; Max-Age=${String(data_saver ? YEAR_SECONDS : 0)}; SameSite=Lax; Secure`;
  storeSettings({
    autoplay,
    dataSaver: data_saver,
    size: subtitle_size,
    colour: subtitle_colour,
    background: subtitle_background,
  });
}

/** Spec 7.20, 7.21, 4.25. A saved title plays from this browser, and alone without a network. */
export async function loadEntitlement(kind: TitleKind, id: number): Promise<Result<EntitlementAnswer>> {
  const prefetched = await takeNextPlay(kind, id);
  if (prefetched?.ok) return prefetched;
  const savedEntitlement = getSavedEntitlement(kind, id);
  const answer = await fetchEntitlement(kind, id);
  const saved = await savedEntitlement;
  if (!saved?.play) return answer;
  if (!answer.ok) return answer.error.code === 'network' ? { ok: true, value: saved } : answer;
  const { play } = answer.value;
  if (play) return { ok: true, value: { ...answer.value, play: { ...play, ...toMedia(saved.play), stream: null } } };
  return answer;
}

function toMedia({
  manifest_url,
  expires_at,
  renditions,
  audio_bandwidth,
  subtitles,
}: NonNullable<EntitlementAnswer['play']>) {
  return { manifest_url, expires_at, renditions, audio_bandwidth, subtitles };
}

async function fetchEntitlement(kind: TitleKind, id: number): Promise<Result<EntitlementAnswer>> {
  followViewer();
  const settled = hasAccount() ? loadAccountSettings() : undefined;
  const request = toEntitlementRequest({ kind, id }, readReferrerNumber());
  const answer = await api(hasSession() ? getCart : getGhostCart, request);
  if (answer.ok && typeof answer.value.data.data.play?.now === 'number') setClock(answer.value.data.data.play.now);
  if (answer.ok && settled) await Promise.race([settled, new Promise((go) => setTimeout(go, SETTINGS_WAIT_MS))]);
  return answer.ok ? { ok: true, value: answer.value.data.data } : answer;
}

export async function renewPlay(
  kind: TitleKind,
  id: number,
  stream: string | null,
): Promise<{ manifest_url: string; expires_at: number } | null> {
  const answer = await api(renewCall, { kind, id, ...(stream !== null && { stream }) });
  const renewed = answer.ok ? answer.value.data : null;
  if (renewed && renewed.now !== null) setClock(renewed.now);
  return renewed;
}

export async function loadTitleName(kind: TitleKind, id: number, locale: Locale): Promise<string | null> {
  const answer = await api(getTitle, { kind, id });
  return answer.ok ? nameIn(locale, answer.value.data) : null;
}
