/** The poster of the pressed card becomes the one of the title's page, and back again (titles/ui/catalogue.css). */
export function watchTransitions(): void {
  addEventListener('pageswap', ({ activation, viewTransition }) => {
    if (!viewTransition) return;
    ignoreSkip(viewTransition);
    if (activation?.entry.url) namePoster(activation.entry.url, viewTransition);
  });
  // Only a page from the back/forward cache receives it: this script came after the first one.
  addEventListener('pagereveal', ({ viewTransition }) => {
    if (!viewTransition) return;
    ignoreSkip(viewTransition);
    const from = (globalThis as { navigation?: Navigation }).navigation?.activation?.from?.url;
    if (!from) return;
    viewTransition.types.add('back');
    namePoster(from, viewTransition);
  });
}

/** A reload or a second navigation skips the transition, which rejects its promises: nobody waits for them. */
function ignoreSkip({ ready, finished, updateCallbackDone }: ViewTransition): void {
  for (const promise of [ready, finished, updateCallbackDone]) promise.catch(() => undefined);
}

/** Gives the name to the first card in view that leads to the page; after the transition it is free again. */
function namePoster(address: string, { finished }: ViewTransition): void {
  const { pathname } = new URL(address);
  const picture = [...document.querySelectorAll<HTMLAnchorElement>('main a')]
    .filter((link) => link.pathname === pathname)
    .map((link) => link.querySelector('img') ?? link.closest('li')?.querySelector('img'))
    .find((image) => image && isInView(image.getBoundingClientRect()));
  if (!picture) return;
  // A name may be given once: a title's own picture has it, too.
  const pictures = [...document.querySelectorAll<HTMLElement>('.hero-art'), picture];
  for (const element of pictures) element.style.viewTransitionName = element === picture ? 'art' : 'none';
  const free = () => {
    for (const element of pictures) element.style.viewTransitionName = '';
  };
  void finished.then(free, free);
}

function isInView({ top, bottom, left, right }: DOMRect): boolean {
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
}
