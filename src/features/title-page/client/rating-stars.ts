import { STARS_MAX } from '../../../platform/config/constants.ts';
import { api } from '../../../platform/client/island-api.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { rateTitle } from '../../comments/contract.ts';

/** Stars beside the average of a title, for who may rate it. A second press on the same star takes the rating back. */
export function showStars(id: number, { stars, can_rate: mayRate }: { stars: number | null; can_rate: boolean }): void {
  const place = document.querySelector('#comments .rating');
  if (!place || (!mayRate && stars === null)) return;
  place.querySelector('.star-row')?.remove();
  const row = Object.assign(document.createElement('span'), { className: 'star-row' });
  row.role = 'group';
  row.ariaLabel = m.rating_yours();
  let current = stars ?? 0;
  const buttons = Array.from({ length: STARS_MAX }, (_, at) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = '★';
    button.ariaLabel = m.rating_stars({ count: formatNumber(at + 1) });
    button.addEventListener('click', () => void rate(at + 1));
    return button;
  });
  const mark = () =>
    buttons.forEach((button, at) => {
      button.toggleAttribute('data-on', at < current);
      button.ariaPressed = String(at + 1 === current);
    });
  const rate = async (pressed: number) => {
    const before = current;
    current = pressed === current ? 0 : pressed;
    mark();
    const answer = await api(rateTitle, { id, stars: current });
    if (answer.ok) return;
    current = before;
    mark();
  };
  mark();
  for (const button of buttons) row.appendChild(button);
  place.appendChild(row);
}
