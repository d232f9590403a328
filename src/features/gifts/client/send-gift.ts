import { shareOrCopy } from '../../../platform/client/share-or-copy.ts';

document.querySelector('[data-print]')?.addEventListener('click', () => {
  print();
});

const button = document.querySelector<HTMLElement>('[data-send]');
button?.addEventListener('click', () => void send(button.dataset));

async function send({ send: text = '', done = '', failed = '' }: DOMStringMap): Promise<void> {
  const outcome = await shareOrCopy({ text }, text);
  const note = document.querySelector('[data-sent]');
  if (note && outcome === 'copied') note.textContent = done;
  if (note && outcome === 'failed') note.textContent = failed;
}
