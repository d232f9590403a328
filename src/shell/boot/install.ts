/** What Chromium sends where the site can be installed and is not; not yet in TypeScript's types. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** Shows the install button where the browser offers to install, and takes it away once it has asked. */
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
