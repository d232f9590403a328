declare global {
  interface Document {
    /** Speculation Rules: the browser renders this document ahead; nobody sees it. Not in TypeScript's types. */
    readonly prerendering?: boolean;
  }
}

/** Runs work that has effects outside the page: at once, or when a page that was rendered ahead is shown. */
export function whenShown(work: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', work, { once: true });
  else work();
}
