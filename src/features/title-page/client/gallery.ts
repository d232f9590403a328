import { adoptStyles } from '../../../platform/ui/adopt-styles.ts';
import { formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { createButton } from './gallery-button.ts';
import css from './gallery.css?inline';

const MIN_SWIPE_PX = 40;

/** Shows the stills of a page one by one: arrows and keys in the direction of the text, swipes, Escape. */
export function openGallery(opened: HTMLAnchorElement): void {
  adoptStyles(css);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-still]')];
  let at = Math.max(0, links.indexOf(opened));
  const isRightToLeft = document.dir === 'rtl';
  const dialog = Object.assign(document.createElement('dialog'), { className: 'gallery', ariaLabel: m.title_stills() });
  const picture = document.createElement('img');
  const place = document.createElement('p');
  place.role = 'status';
  const show = (next: number) => {
    at = Math.min(links.length - 1, Math.max(0, next));
    const link = links[at];
    picture.src = link?.href ?? '';
    picture.alt = link?.querySelector('img')?.alt ?? '';
    place.textContent = m.gallery_place({ at: formatPlain(at + 1), count: formatPlain(links.length) });
    previous.ariaDisabled = String(at === 0);
    following.ariaDisabled = String(at === links.length - 1);
  };
  const previous = createButton('gallery-previous', 'next', m.gallery_previous(), () => show(at - 1));
  const following = createButton('gallery-next', 'next', m.gallery_next(), () => show(at + 1));
  const close = createButton('gallery-close', 'close', m.gallery_close(), () => dialog.close());
  for (const part of [close, picture, previous, following, place]) dialog.appendChild(part);
  dialog.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step !== undefined) show(at + (isRightToLeft ? -step : step));
    if (key === 'Home') show(0);
    if (key === 'End') show(links.length - 1);
  });
  let startX = 0;
  picture.addEventListener('pointerdown', ({ clientX }) => (startX = clientX));
  picture.addEventListener('pointerup', ({ clientX }) => {
    const moved = clientX - startX;
    if (Math.abs(moved) < MIN_SWIPE_PX) return;
    show(at + (moved > 0 === isRightToLeft ? 1 : -1));
  });
  picture.draggable = false;
  dialog.addEventListener('close', () => {
    dialog.remove();
    (links[at] ?? opened).focus();
  });
  document.body.appendChild(dialog);
  show(at);
  dialog.showModal();
}
