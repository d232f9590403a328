import { atom } from 'nanostores';
import * as v from 'valibot';
import type { Result } from '../../../platform/client/api.ts';
import { getSettings, saveSettings } from '../../accounts/contract/account.ts';
import { getCart, getGhostCart, type EntitlementAnswer } from '../../watch-options/contract.ts';
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
import { readLocal, writeLocal } from '../../../platform/client/local.ts';
import { setClock } from '../../progress/client/progress.ts';
import { readReferrerNumber } from '../../accounts/client/referral.ts';
import { getSavedEntitlement } from '../../offline/client/saved.ts';
import { takeNextPlay } from './next-play.ts';
import { PLAYER_SETTINGS_KEY } from './settings-key.ts';

const settings = v.object({
  /** A language, 'off', or null where the viewer never chose: then the site's language. */
  subtitles: v.nullable(v.string()),
  lastLanguage: v.nullable(v.string()),
  size: v.picklist(SUBTITLE_SIZES),
  background: v.picklist(SUBTITLE_BACKGROUNDS),
  colour: v.optional(v.picklist(SUBTITLE_COLOURS), DEFAULT_PREFERENCES.subtitle_colour),
  /** Spec 9.21. */
  autoplay: v.optional(v.boolean(), DEFAULT_PREFERENCES.autoplay),
  dataSaver: v.optional(v.boolean(), DEFAULT_PREFERENCES.data_saver),
  height: v.nullable(v.number()),
});
export type PlayerSettings = v.InferOutput<typeof settings>;

/** Milliseconds that the account's settings may take longer than the entitlement. */
const SETTINGS_WAIT_MS = 500;
const DEFAULTS: PlayerSettings = {
  subtitles: null,
  lastLanguage: null,
  size: DEFAULT_PREFERENCES.subtitle_size,
  background: DEFAULT_PREFERENCES.subtitle_background,
  colour: DEFAULT_PREFERENCES.subtitle_colour,
  autoplay: DEFAULT_PREFERENCES.autoplay,
  dataSaver: DEFAULT_PREFERENCES.data_saver,
  height: null,
};

export const $playerSettings = atom<PlayerSettings>(readLocal(PLAYER_SETTINGS_KEY, settings) ?? DEFAULTS);

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
  const next = { ...$playerSettings.get(), ...change };
  $playerSettings.set(next);
  writeLocal(PLAYER_SETTINGS_KEY, next);
}

/** A kids session does not see its account. */
function hasAccount(): boolean {
  return hasSession() && !isKids();
}

async function loadAccountSettings(): Promise<void> {
  const answer = await api(getSettings, {});
  if (!answer.ok) return;
  const { autoplay, data_saver, subtitle_size, subtitle_colour, subtitle_background } = answer.value.data;
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
