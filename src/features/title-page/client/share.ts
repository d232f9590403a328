import { shareOrCopy } from '../../../platform/client/share-or-copy.ts';
import '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

const NOTICE_MS = 8000;

/** The system's own sheet, else a copy of the page's canonical address with a notice on the button. */
export async function shareTitle(opener: HTMLElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  const outcome = await shareOrCopy({ title: document.title, url }, url);
  if (outcome === 'copied') showNotice(opener, m.share_copied());
  if (outcome === 'failed') showNotice(opener, m.share_failed());
}

function showNotice(opener: HTMLElement, text: string): void {
  document.querySelector('.share-note')?.remove();
  const note = Object.assign(document.createElement('p'), { className: 'share-note', role: 'status' });
  opener.closest('.hero-text')?.appendChild(note);
  note.textContent = text;
  setTimeout(() => note.remove(), NOTICE_MS);
}
