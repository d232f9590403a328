/** Chromium only; not in TypeScript's types. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

const place = document.querySelector<HTMLElement>('[data-install]');
let offer: InstallEvent | null = null;
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offer = event as InstallEvent;
  if (place) place.hidden = false;
});
addEventListener('appinstalled', () => {
  if (place) place.hidden = true;
});
place?.querySelector('button')?.addEventListener('click', () => {
  // An offer can be used once.
  void offer?.prompt();
  offer = null;
  place.hidden = true;
});
