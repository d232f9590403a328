export function isInsideFrame(): boolean {
  try {
    return window.top !== window && window.top?.location.origin === location.origin;
  } catch {
    return false;
  }
}

export function navigateTop(address: string): void {
  const { top } = window;
  if (!top) return;
  const url = new URL(address, location.href);
  const isSamePage =
    url.origin === location.origin && url.pathname + url.search === top.location.pathname + top.location.search;
  if (!isSamePage) top.location.assign(url);
  else {
    top.history.replaceState(null, '', url);
    top.location.reload();
  }
}
