import { RAILS_COOKIE } from '../../../platform/config/session.ts';
import { PROGRESS_EVENT } from '../../../platform/client/events.ts';
import { watchHide } from './hide.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function fillContinue(): void {
  const slot = document.getElementById('continue');
  const { dataset } = document.documentElement;
  const from = slot?.dataset['from'];
  if (!slot || from === undefined) return;
  const fill = async () => {
    const answer = await fetch(from, { priority: 'low' }).catch(() => null);
    if (!answer?.ok) return;
    slot.innerHTML = await answer.text();
    const rails = String(slot.querySelectorAll('[data-own-rail]').length);
    dataset['rails'] = rails;
    document.cookie = `${RAILS_COOKIE}=${rails}; path=/; max-age=${String(YEAR_SECONDS)}; samesite=lax`;
  };
  void fill();
  document.addEventListener(PROGRESS_EVENT, () => void fill());
  watchHide(slot);
}
