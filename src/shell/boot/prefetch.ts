const PREFETCH_MAX = 3;

/** Fetches the first links in view of these paths into the browser's cache (spec 1.14, decision 135). */
export function prefetchVisible(patterns: readonly string[]): void {
  if (!navigator.onLine) return;
  const pages = new RegExp(`^(${patterns.join('|').replaceAll(':id', '(?!show$|download$)[^/]+')})$`);
  const links = document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"]:not([href*="#"],[download],[target])');
  const visible = [...links].filter((link) => {
    const { width, top, bottom, left, right } = link.getBoundingClientRect();
    const isInView = width > 0 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
    return isInView && pages.test(link.pathname) && link.href !== location.href;
  });
  for (const href of [...new Set(visible.map((link) => link.href))].slice(0, PREFETCH_MAX)) {
    // Read to the end, or the browser ends the request and keeps nothing.
    fetch(href, { priority: 'low', headers: { accept: 'text/html' } })
      .then((page) => page.text())
      .catch(() => undefined);
  }
}
