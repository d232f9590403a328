import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '../../../platform/text/paraglide/messages.js';
import { setFramedPage } from './player-window.ts';

/** The watch page opens its player by itself; its title's own page does not. */
const WATCH_PAGE = /^(?:\/app)?\/(movie|series|episode|video)\/show(\/\d+)$/;

/** The page below the player, where it can be browsed on without taking the player away. */
function addressBelow(): string {
  const { pathname, search } = location;
  return pathname.replace(WATCH_PAGE, '/$1$2') + search;
}

/** The site in a frame over the page, while the player is small. */
export function BrowseFrame() {
  const ref = useRef<HTMLIFrameElement>(null);
  const [first] = useState(addressBelow);
  useEffect(() => {
    const frame = ref.current;
    frame?.focus();
    // The page below is not there meanwhile, neither to the keyboard nor to a screen reader.
    const below = [...document.body.children].filter((it) => it !== frame && !it.querySelector('.player-dialog'));
    const page = below.filter((it): it is HTMLElement => it instanceof HTMLElement && !it.inert);
    for (const part of page) part.inert = true;
    document.documentElement.dataset['browsing'] = '';
    return () => {
      for (const part of page) part.inert = false;
      delete document.documentElement.dataset['browsing'];
    };
  }, []);
  const onLoad = () => {
    const frame = ref.current?.contentWindow;
    const page = ref.current?.contentDocument;
    // A page that could not be had is the browser's own, and nobody else's to read.
    if (!frame || !page) return;
    setFramedPage(frame.location.href, page.title);
    // What is sent may lead to a bank, which refuses to stand in a frame.
    for (const form of page.querySelectorAll<HTMLFormElement>('form[method=post]')) form.target = '_top';
    for (const link of page.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      if (link.origin !== location.origin && link.target === '') link.target = '_top';
    }
  };
  return createPortal(
    <iframe ref={ref} className="player-browse" title={m.player_browse()} src={first} onLoad={onLoad} />,
    document.body,
  );
}
