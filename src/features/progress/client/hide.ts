/** Hides and restores without leaving the page. A failed call submits the form. */
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
