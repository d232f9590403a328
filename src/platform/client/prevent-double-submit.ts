/**
 * A form that begins a payment is sent once: a bank may take seconds to open its page, and the button says that it is
 * on its way. The server would find the first payment anyway; this is for the visitor's eyes. Coming back by the
 * browser's Back, the page is as it was.
 */
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
