/** Scrolls a guide that neither the visitor nor the engine has scrolled (`scroll-initial-target`). */
export function showNow(): void {
  const guide = document.querySelector<HTMLElement>('[data-guide]');
  const now = guide?.querySelector<HTMLElement>('[aria-current]');
  // Its place in the list does not depend on the offset, which the engine may change between two readings.
  if (guide && now && guide.scrollTop === 0) guide.scrollTop = now.offsetTop;
}
