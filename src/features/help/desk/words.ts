import type { Tone } from '../../../platform/desk/Parts.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import type { HelpKind, HelpState } from '../help.ts';

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
