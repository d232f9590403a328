import * as v from 'valibot';
import { m } from '../../../platform/text/desk/messages.js';

/** Fields of a change that the desk has words for; of others the JSON alone is shown. */
const NAMES: Readonly<Record<string, () => string>> = {
  name: m.person_name,
  role: m.staff_role,
  reason: m.reason_label,
  state: m.payment_state,
  mobile: m.person_mobile,
  permissions: m.keys_may,
  passkey: m.change_passkey,
  operator: m.audit_who,
  days: m.change_days,
  toman: m.change_toman,
  sessions: m.change_sessions,
  streams: m.block_streams,
  starts_at: m.change_starts_at,
  ends_at: m.change_ends_at,
  ended_at: m.change_ended_at,
  revoked_at: m.change_revoked_at,
  blocked_at: m.change_blocked_at,
  withdrawn_at: m.change_withdrawn_at,
  subscribed_until: m.change_subscribed_until,
  price: m.title_field_price,
  name_fa: m.title_field_name_fa,
  name_en: m.title_field_name_en,
  name_latin: m.title_field_name_latin,
  synopsis_fa: m.title_field_synopsis_fa,
  synopsis_en: m.title_field_synopsis_en,
  awards_fa: m.title_field_awards_fa,
  awards_en: m.title_field_awards_en,
  year: m.title_field_year,
  minutes: m.title_field_minutes,
  age: m.title_field_age,
  age_reasons: m.title_field_age_reasons,
  genres: m.title_field_genres,
  countries: m.title_field_countries,
  languages: m.title_field_languages,
  access: m.title_field_access,
  release: m.title_field_release,
  release_date: m.title_field_release_date,
  available_until: m.title_field_available_until,
  available_countries: m.title_field_available_countries,
  available_networks: m.title_field_available_networks,
  season: m.title_field_season,
  number: m.title_field_number,
};

export interface FieldChange {
  field: string;
  name: string;
  before: unknown;
  after: unknown;
}

const record = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/** The fields that differ and have a name, in the order of the row after; `undefined` where one of the two has no such field. */
export function listFieldChanges(before: string | null, after: string | null): FieldChange[] {
  const [old, next] = [parseRecord(before), parseRecord(after)];
  return [...new Set([...Object.keys(next), ...Object.keys(old)])].flatMap((field) => {
    const name = Object.hasOwn(NAMES, field) ? NAMES[field]?.() : undefined;
    const isUnchanged = JSON.stringify(old[field]) === JSON.stringify(next[field]);
    return name === undefined || isUnchanged ? [] : [{ field, name, before: old[field], after: next[field] }];
  });
}

function parseRecord(text: string | null): Record<string, unknown> {
  const parsed = v.safeParse(record, text);
  return parsed.success ? parsed.output : {};
}
