import { use } from 'react';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { hasSession } from '../../../platform/client/session.ts';
import { ModalSettingsContext } from '../../../platform/client/modal-settings.ts';

export function TrialNote({ days }: { days: number }) {
  if (days <= 0) return null;
  return <p>{getTrialText(days)}</p>;
}

/** The text of one day has no number, and is chosen by a number alone, not by its Persian digits. */
export function getTrialText(days: number): string {
  return m.trial_note({ count: days === 1 ? days : formatNumber(days) });
}

export function GuestTrialNote() {
  const { trialDays } = use(ModalSettingsContext);
  return hasSession() ? null : <TrialNote days={trialDays} />;
}
