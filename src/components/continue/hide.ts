import { paths } from '../../domain/paths.ts';

let watching = false;

/**
 * Hides a title from what to go on with, and takes that back, without leaving the page. What fails is sent as the form
 * that it is, whose answer is a page.
 */
export function watchHide(): void {
  if (watching) return;
  watching = true;
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
    const card = form.closest('[data-continue]');
    if (!card || 'native' in form.dataset) return;
    event.preventDefault();
    void change(form, submitter, card);
  });
}

async function change(form: HTMLFormElement, submitter: HTMLButtonElement, card: Element): Promise<void> {
  const body = new FormData(form, submitter);
  const answer = await fetch(paths.continue(), { method: 'POST', body }).catch(() => null);
  if (!answer?.ok) {
    form.dataset['native'] = '';
    form.requestSubmit(submitter);
    return;
  }
  const hidden = submitter.value === 'hide';
  card.toggleAttribute('data-hidden', hidden);
  const [hide, undo] = form.querySelectorAll('button');
  const note = form.querySelector('p');
  if (hide) hide.hidden = hidden;
  if (note) note.hidden = !hidden;
  (hidden ? undo : hide)?.focus();
}
