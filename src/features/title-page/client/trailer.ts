import '../../../platform/text/current-locale.ts';
import { adoptStyles } from '../../../platform/ui/adopt-styles.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { createButton } from './gallery-button.ts';
import { loadTrailer } from './play-trailer.ts';
import css from './gallery.css?inline';

/** The trailer in a dialog of its own, with the browser's controls. */
export async function openTrailer(opener: HTMLElement): Promise<void> {
  adoptStyles(css);
  const dialog = Object.assign(document.createElement('dialog'), {
    className: 'gallery',
    ariaLabel: m.title_trailer(),
  });
  const video = document.createElement('video');
  video.controls = true;
  video.playsInline = true;
  video.autoplay = true;
  const close = createButton('gallery-close', 'close', m.gallery_close(), () => dialog.close());
  for (const part of [video, close]) dialog.appendChild(part);
  const note = document.createElement('p');
  note.role = 'status';
  const tellFailure = () => {
    note.textContent = m.trailer_failed();
    dialog.appendChild(note);
  };
  let unload: (() => void) | null = null;
  dialog.addEventListener('close', () => {
    unload?.();
    dialog.remove();
    opener.focus();
  });
  document.body.appendChild(dialog);
  dialog.showModal();
  unload = await loadTrailer(video, tellFailure);
  if (!unload) tellFailure();
  else if (dialog.isConnected) await video.play().catch(() => undefined);
  else unload();
}
