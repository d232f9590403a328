/** The history entry's state: going back restores the same titles at the same scroll position. */
interface PageState {
  first: number;
  y: number; // CSS pixels
}

/** "Load more" appends the next page and replaces the address. Without script, or on an error, the link is followed. */
export function watchMore(): void {
  const kept = parseState(history.state);
  if (kept) void restore(kept);
  nameMore(document);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.dataset['more'] === undefined) remember();
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
    grid().appendChild(toFragment(cards));
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
  const addresses = Array.from({ length: getPageNumber(document) - first }, (_, index) =>
    getPageAddress(first + index),
  );
  const pages = await Promise.all(addresses.map((address) => load(address).catch(() => null)));
  const from = pages.lastIndexOf(null) + 1;
  const before = toFragment(pages.slice(from).flatMap((page) => (page ? findCards(page) : [])));
  grid().insertBefore(before, grid().firstChild);
  if (from === 0) scrollTo(0, y);
}

function remember(): void {
  const kept = parseState(history.state);
  if (kept) history.replaceState({ ...kept, y: scrollY } satisfies PageState, '');
}

function parseState(state: unknown): PageState | null {
  if (typeof state !== 'object' || state === null || !('first' in state) || !('y' in state)) return null;
  const { first, y } = state;
  return typeof first === 'number' && typeof y === 'number' ? { first, y } : null;
}

async function load(address: string): Promise<Document> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (findCards(page).length === 0) throw new Error('a page without titles');
  nameMore(page);
  return page;
}

/** Takes the pager of the last page, but keeps the first page's "previous" link. */
function replacePager(next: Document): void {
  const old = pager(document);
  const fresh = pager(next);
  if (!old || !fresh) return;
  const back = old.querySelector('a[rel=prev]');
  const its = fresh.querySelector('a[rel=prev]');
  if (back) its?.replaceWith(back);
  else its?.remove();
  old.replaceWith(fresh);
}

function nameMore(page: Document): void {
  const link = page.querySelector<HTMLElement>('a[data-more]');
  if (link) link.textContent = link.dataset['more'] ?? '';
}

function announcePage(): void {
  const status = document.getElementById('titles-status');
  if (status) status.textContent = pager(document)?.querySelector('span')?.textContent ?? '';
}

function toFragment(cards: Element[]): DocumentFragment {
  const all = document.createDocumentFragment();
  for (const card of cards) all.appendChild(card);
  return all;
}

function grid(): HTMLElement {
  return document.getElementById('titles') ?? document.createElement('ul');
}

function findCards(page: Document): Element[] {
  return [...page.querySelectorAll('#titles > li')];
}

function pager(page: Document): HTMLElement | null {
  return page.querySelector('nav[data-page]');
}

function getPageNumber(page: Document): number {
  return Number(pager(page)?.dataset['page'] ?? 1);
}

function getPageAddress(page: number): string {
  const address = new URL(location.href);
  if (page > 1) address.searchParams.set('page', String(page));
  else address.searchParams.delete('page');
  return address.href;
}
