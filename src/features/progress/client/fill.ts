import { RAILS_COOKIE } from '../../../platform/config/session.ts';
import { adoptStyles } from '../../../platform/ui/adopt-styles.ts';
import cards from '../../titles/ui/personal-rails.css?inline';
import css from './own-rails.css?inline';
import { OWN_RAILS, type OwnRail } from '../own-rails.ts';
import { PROGRESS_EVENT } from '../../../platform/client/events.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function fillContinue(): void {
  const slot = document.getElementById('continue');
  const { dataset } = document.documentElement;
  const from = slot?.dataset['from'];
  if (!slot || from === undefined) return;
  adoptStyles(cards + css);
  const fill = async () => {
    const answer = await fetch(from, { priority: 'low' }).catch(() => null);
    if (!answer?.ok) return;
    const rails = placeRails(await answer.text());
    dataset['rails'] = rails;
    nameContinued(slot);
    document.cookie = `${RAILS_COOKIE}=${rails}; path=/; max-age=${String(YEAR_SECONDS)}; samesite=lax`;
  };
  void fill();
  document.addEventListener(PROGRESS_EVENT, () => void fill());
  watchHide(slot);
}

/** Puts each rail into its slot, where the page has it; answers the letters of all. */
function placeRails(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = html;
  const sections = [...template.content.querySelectorAll<HTMLElement>('[data-own-rail]')];
  for (const id of new Set(Object.values(OWN_RAILS))) {
    const rails = sections.filter(({ dataset }) => OWN_RAILS[dataset['ownRail'] as OwnRail] === id);
    document.getElementById(id)?.replaceChildren(...rails);
  }
  return sections.map(({ dataset }) => dataset['ownRail']).join('');
}

/** The hero's button says that its film continues. */
function nameContinued(slot: HTMLElement): void {
  const text = slot.querySelector('[data-own-rail="c"]')?.ariaLabel;
  for (const play of document.querySelectorAll<HTMLElement>('.hero [data-modal-id]')) {
    const isBegun = slot.querySelector(`[data-modal-id="${play.dataset['modalId'] ?? ''}"]`) !== null;
    const label = play.querySelector('span:last-child');
    if (isBegun && label && text != null) label.textContent = text;
  }
}

/** Hides and restores without leaving the page. A failed call submits the form. */
function watchHide(slot: HTMLElement): void {
  slot.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
    if ('native' in form.dataset) return;
    event.preventDefault();
    void change(form, submitter);
  });
}

async function change(form: HTMLFormElement, submitter: HTMLButtonElement): Promise<void> {
  const body = new FormData(form, submitter);
  // Not `form.action`, which is a field of that name.
  const address = form.getAttribute('action') ?? '';
  // keepalive: survives leaving the page.
  const answer = await fetch(address, { method: 'POST', body, keepalive: true }).catch(() => null);
  if (!answer?.ok) {
    form.dataset['native'] = '';
    form.requestSubmit(submitter);
    return;
  }
  const hidden = submitter.value === 'hide';
  form.closest('li')?.toggleAttribute('data-hidden', hidden);
  const [hide, undo] = form.querySelectorAll('button');
  const note = form.querySelector('p');
  if (hide) hide.hidden = hidden;
  if (note) note.hidden = !hidden;
  (hidden ? undo : hide)?.focus();
}
