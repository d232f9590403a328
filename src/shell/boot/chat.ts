/** Spec 1.13. */
export function loadChat(): void {
  const src = document.querySelector<HTMLElement>('#chat')?.dataset['src'];
  if (src === undefined) return;
  const add = () => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    document.body.appendChild(script);
  };
  addEventListener('load', () => ('requestIdleCallback' in window ? requestIdleCallback(add) : add()));
}
