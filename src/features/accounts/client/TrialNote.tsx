import { use } from 'react';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { hasSession } from '../../../platform/client/session.ts';
import { ModalSettingsContext } from '../../../platform/client/modal-settings.ts';

export function TrialNote({ days }: { days: number }) {
  if (days <= 0) return null;
  return <p>{m.trial_note({ count: formatNumber(days) })}</p>;
}

export function GuestTrialNote() {
  const { trialDays } = use(ModalSettingsContext);
  return hasSession() ? null : <TrialNote days={trialDays} />;
}
