/** A viewer who has pressed something is not resting: no preview begins beside a player on its way. */
let hasPressed = false;

/** A mouse over the picture of a title that has a trailer, or the focus in it. */
export function handleIntent({ target }: Event): void {
  const hero = (target as Partial<Element>).closest?.<HTMLElement>('[data-preview]');
  if (hero && !hasPressed)
    void import('./preview.ts').then(({ watchPreview }) => {
      if (!hasPressed) watchPreview(hero);
    });
}

/** A press on Share, on the trailer or on a still of a title's page. `isEarlier`: before this script, which held it. */
export function handlePress(event: Event, isEarlier = false): void {
  hasPressed = true;
  const target = event.target as Partial<Element>;
  const still = target.closest?.<HTMLAnchorElement>('[data-still]');
  const share = target.closest?.<HTMLElement>('[data-share]');
  if (share) void import('./share.ts').then(({ shareTitle }) => shareTitle(share));
  const trailer = target.closest?.<HTMLElement>('[data-trailer]');
  if (trailer) void import('./trailer.ts').then(({ openTrailer }) => openTrailer(trailer));
  const { button, ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
  const isTaken = event.defaultPrevented || button || ctrlKey || metaKey || shiftKey || altKey;
  if (!still || (isTaken && !isEarlier)) return;
  event.preventDefault();
  void import('./gallery.ts').then(
    ({ openGallery }) => openGallery(still),
    () => location.assign(still.href),
  );
}
