import { isPlain } from '../../platform/client/intent.ts';
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
    const link = (event.target as Partial<Element>).closest?.<HTMLAnchorElement>('a:not([target],[download])');
    if (link && isPlain(event) && !event.defaultPrevented && leaves(link)) begin();
  });
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) begin();
  });
  // Restored from the back/forward cache, the page leaves no more.
  addEventListener('pageshow', stop);
}

const leaves = ({ href }: HTMLAnchorElement): boolean =>
  /^http/.test(href) && href.split('#')[0] !== location.href.split('#')[0];
