import { m } from '../../../platform/text/desk/messages.js';

const REFUSALS: Partial<Record<string, () => string>> = {
  title_hidden_file: m.bulk_hidden_file,
  title_changed: m.bulk_changed,
  title_not_found: m.bulk_not_found,
  title_field: m.bulk_episode_field,
  title_list: m.bulk_long_list,
  title_related: m.bulk_long_related,
  title_price_debit: m.bulk_price_debit,
  plan_price_date: m.bulk_price_date,
  plan_price_same: m.bulk_price_same,
};

/** Why an act on many left a title out. */
export const describeRefusal = (error: string | null): string => (REFUSALS[error ?? ''] ?? m.bulk_refused)();
