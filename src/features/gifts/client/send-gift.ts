document.querySelector('[data-print]')?.addEventListener('click', () => {
  print();
});

const button = document.querySelector<HTMLElement>('[data-send]');
button?.addEventListener('click', () => void send(button.dataset));

/** The system's own sheet, else a copy. */
async function send({ send: text = '', done = '', failed = '' }: DOMStringMap): Promise<void> {
  if ('share' in navigator) {
    try {
      await navigator.share({ text });
      return;
    } catch (error) {
      if ((error as Error).name === 'AbortError') return;
    }
  }
  const notice = await copy(text).then(
    () => done,
    () => failed,
  );
  const note = document.querySelector('[data-sent]');
  if (note) note.textContent = notice;
}

/** A page that is not on https has no clipboard. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
