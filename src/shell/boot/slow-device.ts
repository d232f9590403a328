declare global {
  interface Navigator {
    /** GiB, rounded; Chromium only. Not in TypeScript's types. */
    readonly deviceMemory?: number;
  }
}

const SLOW_UNTIL_GIB = 4;

/** On a phone with little memory the pictures of both pages cost more time than the page itself (docs/benchmarks.md). */
export function skipTransitionsWhereSlow(): void {
  if ((navigator.deviceMemory ?? Infinity) > SLOW_UNTIL_GIB) return;
  // To skip a transition in `pageswap` is too late: the browser has waited for a frame of this page.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('@view-transition{navigation:none}');
  document.adoptedStyleSheets.push(sheet);
}
