for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
  let sent: HTMLElement | null = null;
  form.addEventListener('submit', (event) => {
    if (sent) event.preventDefault();
    else if (event.submitter?.getAttribute('formmethod') !== 'get') {
      sent = event.submitter;
      sent?.setAttribute('aria-busy', 'true');
    }
  });
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    sent?.removeAttribute('aria-busy');
    sent = null;
  });
}
