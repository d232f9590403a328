/** Whether this page stands in the frame of a player's page, which plays whatever is to be played. */
export function isInsideFrame(): boolean {
  try {
    return window.top !== window && window.top?.location.origin === location.origin;
  } catch {
    return false;
  }
}

/** Goes to an address in place of the player's page and its frame; to the same page as well. */
export function navigateTop(address: string): void {
  const { top } = window;
  if (!top) return;
  const url = new URL(address, location.href);
  const same =
    url.origin === location.origin && url.pathname + url.search === top.location.pathname + top.location.search;
  if (!same) top.location.assign(url);
  else {
    top.history.replaceState(null, '', url);
    top.location.reload();
  }
}
