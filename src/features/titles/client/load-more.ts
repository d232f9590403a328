/** The history entry's state: going back restores the same titles at the same scroll position. */
interface PageState {
  first: number;
  y: number; // CSS pixels
}

/** "Load more" appends the next page and replaces the address. Without script, or on an error, the link is followed. */
export function watchMore(): void {
  const state = parseState(history.state);
  if (state) void restore(state);
  labelMoreLink(document);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.dataset['more'] === undefined) storePosition();
    else {
      event.preventDefault();
      if (link.ariaBusy !== 'true') void addNext(link);
    }
  });
}

async function addNext(link: HTMLAnchorElement): Promise<void> {
  link.ariaBusy = 'true';
  const first = parseState(history.state)?.first ?? getPageNumber(document);
  try {
    const next = await load(link.href);
    const cards = findCards(next);
    getGrid().appendChild(toFragment(cards));
    replacePager(next);
    history.scrollRestoration = 'manual';
    history.replaceState({ first, y: scrollY } satisfies PageState, '', link.href);
    announcePage();
    cards[0]?.querySelector('a')?.focus({ preventScroll: true });
  } catch {
    location.href = link.href;
  }
}

/** Restores the pages before this one. A page that fails to load is left out with those before it. */
async function restore({ first, y }: PageState): Promise<void> {
  const startY = scrollY;
  const addresses = Array.from({ length: getPageNumber(document) - first }, (_, index) =>
    getPageAddress(first + index),
  );
  const pages = await Promise.all(addresses.map((address) => load(address).catch(() => null)));
  const start = pages.lastIndexOf(null) + 1;
  const before = toFragment(pages.slice(start).flatMap((page) => (page ? findCards(page) : [])));
  getGrid().insertBefore(before, getGrid().firstChild);
  await waitForLayout();
  const hasVisitorScrolled = scrollY !== startY;
  if (start === 0 && !hasVisitorScrolled) scrollTo(0, y);
}

/** Until the first frame, what follows the fold has no height to scroll over (docs/pages.md). */
async function waitForLayout(): Promise<void> {
  const waits = document
    .getAnimations()
    .filter((animation) => animation instanceof CSSAnimation && animation.animationName === 'after-first-frame');
  await Promise.allSettled(waits.map(({ finished }) => finished));
}

function storePosition(): void {
  const state = parseState(history.state);
  if (state) history.replaceState({ ...state, y: scrollY } satisfies PageState, '');
}

function parseState(value: unknown): PageState | null {
  if (typeof value !== 'object' || value === null || !('first' in value) || !('y' in value)) return null;
  const { first, y } = value;
  return typeof first === 'number' && typeof y === 'number' ? { first, y } : null;
}

async function load(address: string): Promise<Document> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (findCards(page).length === 0) throw new Error('a page without titles');
  labelMoreLink(page);
  return page;
}

/** Takes the pager of the last page, but keeps the first page's "previous" link. */
function replacePager(next: Document): void {
  const oldPager = getPager(document);
  const newPager = getPager(next);
  if (!oldPager || !newPager) return;
  const back = oldPager.querySelector('a[rel=prev]');
  const nextBack = newPager.querySelector('a[rel=prev]');
  if (back) nextBack?.replaceWith(back);
  else nextBack?.remove();
  oldPager.replaceWith(newPager);
}

function labelMoreLink(page: Document): void {
  const link = page.querySelector<HTMLElement>('a[data-more]');
  if (link) link.textContent = link.dataset['more'] ?? '';
}

function announcePage(): void {
  const status = document.getElementById('titles-status');
  if (status) status.textContent = getPager(document)?.querySelector('span')?.textContent ?? '';
}

function toFragment(cards: Element[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const card of cards) fragment.appendChild(card);
  return fragment;
}

function getGrid(): HTMLElement {
  return document.getElementById('titles') ?? document.createElement('ul');
}

function findCards(page: Document): Element[] {
  return [...page.querySelectorAll('#titles > li')];
}

function getPager(page: Document): HTMLElement | null {
  return page.querySelector('nav[data-page]');
}

function getPageNumber(page: Document): number {
  return Number(getPager(page)?.dataset['page'] ?? 1);
}

function getPageAddress(page: number): string {
  const address = new URL(location.href);
  if (page > 1) address.searchParams.set('page', String(page));
  else address.searchParams.delete('page');
  return address.href;
}
