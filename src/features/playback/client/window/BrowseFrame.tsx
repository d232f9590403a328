import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { setFramedPage } from './player-window.ts';

/** The watch page opens its player by itself; its title's own page does not. */
const WATCH_PAGE = /^(?:\/app)?\/(movie|series|episode|video)\/show(\/\d+)$/;

function addressBelow(): string {
  const { pathname, search } = location;
  return pathname.replace(WATCH_PAGE, '/$1$2') + search;
}

export function BrowseFrame() {
  const ref = useRef<HTMLIFrameElement>(null);
  const [first] = useState(addressBelow);
  useEffect(() => {
    const frame = ref.current;
    frame?.focus();
    // The page below is inert to the keyboard and screen readers.
    const below = [...document.body.children].filter(
      (element) => element !== frame && !element.querySelector('.player-dialog'),
    );
    const page = below.filter((element): element is HTMLElement => element instanceof HTMLElement && !element.inert);
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
    // The browser's error page is not ours to read.
    if (!frame || !page) return;
    setFramedPage(frame.location.href, page.title);
    // A form may lead to a bank, which refuses to be framed.
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
