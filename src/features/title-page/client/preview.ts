import { adoptStyles } from '../../../platform/ui/adopt-styles.ts';
import { savesData } from '../../data-cost/data-saver.ts';
import css from './preview.css?inline';

const INTENT_MS = 600;

let isWatched = false;

/** A muted trailer behind the text, for a mouse or the focus that rests on it. Not where data is saved or motion reduced. */
export function watchPreview(hero: HTMLElement): void {
  if (isWatched) return;
  isWatched = true;
  const isWanted = () =>
    matchMedia('(hover: hover) and (pointer: fine) and (prefers-reduced-motion: no-preference)').matches &&
    !savesData();
  if (!isWanted()) return;
  adoptStyles(css);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | null = null;
  const begin = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void play(), INTENT_MS);
  };
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
    stop?.();
    stop = null;
  };
  const play = async () => {
    if (stop || document.querySelector('dialog[open], video')) return;
    const video = Object.assign(document.createElement('video'), { className: 'hero-preview', muted: true });
    video.playsInline = true;
    video.ariaHidden = 'true';
    let unload: (() => void) | null = null;
    const remove = () => {
      unload?.();
      video.remove();
    };
    stop = remove;
    hero.insertBefore(video, hero.querySelector('.hero-text'));
    video.addEventListener('playing', () => (video.dataset['plays'] = ''), { once: true });
    video.addEventListener('ended', remove, { once: true });
    const { loadTrailer } = await import('./play-trailer.ts');
    unload = await loadTrailer(video, remove);
    if (stop === remove && unload) await video.play().catch(remove);
    else remove();
  };
  hero.addEventListener('pointerenter', begin);
  hero.addEventListener('focusin', begin);
  hero.addEventListener('pointerleave', end);
  hero.addEventListener('focusout', end);
  document.addEventListener('click', end);
  begin();
}
