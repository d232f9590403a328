export function showNow(): void {
  const guide = document.querySelector<HTMLElement>('[data-guide]');
  const now = guide?.querySelector<HTMLElement>('[aria-current]');
  if (!guide || !now) return;
  guide.scrollTop += now.getBoundingClientRect().top - guide.getBoundingClientRect().top - guide.clientTop;
}
