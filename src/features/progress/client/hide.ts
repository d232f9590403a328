/**
 * Hides a title from what to go on with, and takes that back, without leaving the page. What fails is sent as the form
 * that it is, whose answer is a page.
 */
export function watchHide(slot: HTMLElement): void {
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
  // Not `form.action`, which is the field of that name.
  const address = form.getAttribute('action') ?? '';
  // Kept alive, so that who leaves at once has hidden it all the same.
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
