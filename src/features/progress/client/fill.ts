import { RAILS_COOKIE } from '../../../platform/config/session.ts';
import { adoptStyles } from '../../../platform/ui/adopt-styles.ts';
import cards from '../../titles/ui/personal-rails.css?inline';
import css from './own-rails.css?inline';
import { OWN_RAILS, type OwnRail } from '../own-rails.ts';
import { PROGRESS_EVENT } from '../../../platform/client/events.ts';
import { isKids } from '../../../platform/client/kids.ts';
import { hasSession } from '../../../platform/client/session.ts';
import { formatGuestPositions, GUEST_PLACES_PARAM } from '../guest-places.ts';
import { progressKey } from '../progress-storage.ts';
import { listGuestPositions } from './progress.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

const isGuest = () => !hasSession() && !isKids();
const storeRails = (rails: string) => {
  document.cookie = `${RAILS_COOKIE}=${rails}; path=/; max-age=${String(YEAR_SECONDS)}; samesite=lax`;
};

export function fillContinue(): void {
  const slot = document.getElementById('continue');
  const { dataset } = document.documentElement;
  const from = slot?.dataset['from'];
  if (!slot || from === undefined) return;
  adoptStyles(cards + css);
  const fill = async () => {
    const places = isGuest() ? formatGuestPositions(listGuestPositions()) : null;
    if (places === '' && !dataset['rails']) return;
    const query = places === null ? '' : `?${GUEST_PLACES_PARAM}=${places}`;
    const answer = await fetch(from + query, { priority: 'low' }).catch(() => null);
    if (!answer?.ok) return;
    const rails = placeRails(await answer.text());
    dataset['rails'] = rails;
    nameContinued(slot);
    storeRails(rails);
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

const firstWords = new WeakMap<Element, string>();

/** The hero's button says that its film continues, while its card does. */
function nameContinued(slot: HTMLElement): void {
  const text = slot.querySelector('[data-own-rail="c"]')?.ariaLabel;
  for (const play of document.querySelectorAll<HTMLElement>('.hero [data-modal="player"]')) {
    const id = play.dataset['modalId'] ?? '';
    const isBegun = slot.querySelector(`li:not([data-hidden]) [data-modal-id="${id}"]`) !== null;
    const label = play.querySelector('span:last-child');
    if (!label) continue;
    const words = firstWords.get(label) ?? label.textContent;
    firstWords.set(label, words);
    label.textContent = isBegun && text != null ? text : words;
  }
}

/** Hides and restores without leaving the page. A failed call submits the form. */
function watchHide(slot: HTMLElement): void {
  slot.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
    if ('native' in form.dataset) return;
    event.preventDefault();
    void change(slot, form, submitter);
  });
}

/** A guest's place is forgotten; until the page is left it can be put back. */
const forgotten = new Map<string, string>();

function hideLocal(slot: HTMLElement, id: string, isHidden: boolean): void {
  const key = progressKey('guest', id);
  const place = isHidden ? localStorage.getItem(key) : forgotten.get(key);
  if (place == null) return;
  forgotten.set(key, place);
  if (isHidden) localStorage.removeItem(key);
  else localStorage.setItem(key, place);
  storeRails(slot.querySelector('li:not([data-hidden])') ? 'c' : '');
}

async function post(form: HTMLFormElement, submitter: HTMLButtonElement): Promise<boolean> {
  const body = new FormData(form, submitter);
  // Not `form.action`, which is a field of that name.
  const address = form.getAttribute('action') ?? '';
  // keepalive: survives leaving the page.
  const answer = await fetch(address, { method: 'POST', body, keepalive: true }).catch(() => null);
  return answer?.ok === true;
}

async function change(slot: HTMLElement, form: HTMLFormElement, submitter: HTMLButtonElement): Promise<void> {
  if (!isGuest() && !(await post(form, submitter))) {
    form.dataset['native'] = '';
    form.requestSubmit(submitter);
    return;
  }
  const hidden = submitter.value === 'hide';
  form.closest('li')?.toggleAttribute('data-hidden', hidden);
  if (isGuest()) hideLocal(slot, form.querySelector('input')?.value ?? '', hidden);
  nameContinued(slot);
  const [hide, undo] = form.querySelectorAll('button');
  const note = form.querySelector('p');
  if (hide) hide.hidden = hidden;
  if (note) note.hidden = !hidden;
  (hidden ? undo : hide)?.focus();
}
