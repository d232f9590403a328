import { PROGRESS_DURATION_MS, PROGRESS_THROTTLE_MS } from '../config.ts';

/** Spec 9.06. The bar is in shell/shell.css. */
export function watchLeaving(): void {
  const { dataset } = document.documentElement;
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    delete dataset['leaving'];
  };
  const begin = () => {
    stop();
    timer = window.setTimeout(() => {
      dataset['leaving'] = '';
      timer = window.setTimeout(stop, PROGRESS_DURATION_MS);
    }, PROGRESS_THROTTLE_MS);
  };
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link && event.button === 0 && !event.defaultPrevented && leaves(link, event)) begin();
  });
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) begin();
  });
  // Restored from the back/forward cache, the page leaves no more.
  addEventListener('pageshow', stop);
}

function leaves(link: HTMLAnchorElement, { ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  if (ctrlKey || metaKey || shiftKey || altKey || link.target !== '' || link.hasAttribute('download')) return false;
  return /^https?:$/.test(link.protocol) && link.href.split('#')[0] !== location.href.split('#')[0];
}
