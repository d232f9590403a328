for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
  let submitter: HTMLElement | null = null;
  form.addEventListener('submit', (event) => {
    if (submitter) event.preventDefault();
    else if (event.submitter?.getAttribute('formmethod') !== 'get') {
      submitter = event.submitter;
      submitter?.setAttribute('aria-busy', 'true');
    }
  });
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    submitter?.removeAttribute('aria-busy');
    submitter = null;
  });
}
