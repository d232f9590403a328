import { PROGRESS_EVENT } from '../../config/events.ts';
import { RAILS_COOKIE } from '../../config/session.ts';
import { paths } from '../../domain/paths.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Puts a signed-in viewer's own rows into their place, and again whenever the player has been closed. */
export function fillContinue(): void {
  const slot = document.getElementById('continue');
  const { dataset } = document.documentElement;
  if (!slot || !('signedIn' in dataset)) return;
  const fill = async () => {
    const answer = await fetch(paths.continue(), { priority: 'low' }).catch(() => null);
    if (!answer?.ok) return;
    slot.innerHTML = await answer.text();
    const rails = String(slot.querySelectorAll('[data-own-rail]').length);
    dataset['rails'] = rails;
    document.cookie = `${RAILS_COOKIE}=${rails}; path=/; max-age=${String(YEAR_SECONDS)}; samesite=lax`;
    if (rails !== '0') (await import('./hide.ts')).watchHide();
  };
  void fill();
  document.addEventListener(PROGRESS_EVENT, () => void fill());
}
