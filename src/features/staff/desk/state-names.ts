import { m } from '../../../platform/text/desk/messages.js';

type Names = Readonly<Record<string, () => string>>;

const RELEASES: Names = {
  released: m.titles_state_released,
  presale: m.titles_state_presale,
  not_released: m.titles_state_not_released,
};

const STATES: Names = {
  ...RELEASES,
  draft: m.titles_state_draft,
  scheduled: m.titles_state_scheduled,
  hidden: m.titles_state_hidden,
  initiated: m.payment_initiated,
  pending: m.payment_pending,
  verifying: m.payment_verifying,
  settled: m.payment_settled,
  failed: m.payment_failed,
  cancelled: m.payment_cancelled,
  expired: m.payment_expired,
  reversed: m.payment_reversed,
  shown: m.comment_shown,
  held: m.comment_held,
  removed: m.comment_removed,
  open: m.help_open,
  answered: m.help_answered,
  closed: m.help_closed,
  proposed: m.compensation_proposed,
  refused: m.compensation_refused,
};

const ACCESS: Names = {
  free: m.title_access_free,
  subscription: m.title_access_subscription,
  download_only: m.title_access_download_only,
};

const FIELDS: Readonly<Record<string, Names>> = { state: STATES, release: RELEASES, access: ACCESS };

/** The word of a code in the trail, as the record's own page has it; null for another field or an unknown code. */
export function nameCode(field: string, code: string): string | null {
  const names = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  return names && Object.hasOwn(names, code) ? (names[code]?.() ?? null) : null;
}
