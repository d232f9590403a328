import { m } from '../../../platform/text/paraglide/messages.js';
import type { HelpKind, HelpState } from '../help.ts';
import type { PlayField } from '../play-numbers.ts';

export const KINDS: Record<HelpKind, () => string> = {
  payment: m.help_kind_payment,
  refund: m.help_kind_refund,
  playback: m.help_kind_playback,
  account: m.help_kind_account,
  other: m.help_kind_rest,
};

export const STATES: Record<HelpState, () => string> = {
  open: m.help_state_open,
  answered: m.help_state_answered,
  closed: m.help_state_closed,
};

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
