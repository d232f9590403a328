import { STARS_MAX } from '../../../platform/config/constants.ts';
import { api } from '../../../platform/client/island-api.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { errorText } from '../../../platform/text/error-text.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { rateTitle } from '../../comments/contract.ts';

let presses = 0;
let saving = Promise.resolve();

/**
 * Stars beside the average of a title, for who may rate it. A second press on the same star takes the rating back, which
 * needs no right. Presses are saved in their order; the last one decides what the row shows.
 */
export function showStars(id: number, { stars, can_rate: mayRate }: { stars: number | null; can_rate: boolean }): void {
  const place = document.querySelector('#comments .rating');
  if (!place || presses > 0 || (!mayRate && stars === null)) return;
  place.querySelector('.star-row')?.remove();
  const row = Object.assign(document.createElement('span'), { className: 'star-row' });
  row.role = 'group';
  row.ariaLabel = m.rating_yours();
  const note = document.createElement('small');
  note.role = 'status';
  let saved = stars ?? 0;
  let current = saved;
  const canPress = (star: number) => mayRate || star === current;
  const buttons = Array.from({ length: STARS_MAX }, (_, at) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = '★';
    button.ariaLabel = m.rating_stars({ count: formatNumber(at + 1) });
    button.addEventListener('click', () => {
      if (canPress(at + 1)) press(at + 1);
    });
    return button;
  });
  const mark = () =>
    buttons.forEach((button, at) => {
      button.toggleAttribute('data-on', at < current);
      button.ariaPressed = String(at + 1 === current);
      button.ariaDisabled = String(!canPress(at + 1));
    });
  const press = (star: number) => {
    current = star === current ? 0 : star;
    note.textContent = '';
    mark();
    presses += 1;
    const next = current;
    saving = saving.then(() => save(next));
  };
  const save = async (next: number) => {
    const answer = await api(rateTitle, { id, stars: next });
    presses -= 1;
    if (answer.ok) saved = next;
    note.textContent = answer.ok ? '' : (errorText(answer.error, getLocale()) ?? m.network_failed());
    if (presses > 0) return;
    current = saved;
    mark();
  };
  mark();
  for (const part of [...buttons, note]) row.appendChild(part);
  place.appendChild(row);
}
