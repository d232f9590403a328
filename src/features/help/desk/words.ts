import type { Tone } from '../../../platform/desk/Parts.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import type { HelpKind, HelpState } from '../help.ts';
import type { PlayField } from '../play-numbers.ts';

const KINDS: Record<HelpKind, () => string> = {
  payment: m.help_kind_payment,
  refund: m.help_kind_refund,
  playback: m.help_kind_playback,
  account: m.help_kind_account,
  other: m.help_kind_rest,
};
export const nameKind = (kind: HelpKind) => KINDS[kind]();

const STATES: Record<HelpState, readonly [Tone, () => string]> = {
  open: ['open', m.help_open],
  answered: ['good', m.help_answered],
  closed: ['quiet', m.help_closed],
};

export function describeHelp(state: HelpState): { tone: Tone; text: string } {
  const [tone, text] = STATES[state];
  return { tone, text: text() };
}

export const PLAY_NAMES: Record<PlayField, () => string> = {
  session: m.help_play_session,
  error: m.help_play_error,
  start_ms: m.help_play_start,
  stalls: m.help_play_stalls,
  stalled_ms: m.help_play_stalled,
  played_s: m.help_play_played,
  at_s: m.help_play_at,
  height: m.help_play_height,
  rendition_kbps: m.help_play_rendition,
  network_kbps: m.help_play_network,
};
