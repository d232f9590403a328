import { m } from '../../../platform/text/paraglide/messages.js';
import type { HelpKind, HelpState } from '../help.ts';

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
