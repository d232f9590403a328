import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Locale } from '../../../../platform/text/locale.ts';
import catalogueCss from '../../../titles/ui/catalogue.css?inline';
import gridCss from '../../../titles/ui/grid.css?inline';
import heroCss from '../../../titles/ui/title-hero.css?inline';

interface Props {
  title: string;
  locale: Locale;
  /** Pixels of CSS of the window that is shown, and its largest share of that size here. */
  width: number;
  height: number;
  scale: number;
  /** The share of its height that is shown, from the top. */
  share: number;
  children: ReactNode;
}

const MARGIN = 72;

/** A window of its own with the styles of the site's pages, so that they see its width and not the desk's. */
export function PageFrame({ title, locale, width, height, scale, share, children }: Props) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const open = () => {
      setBody(dressPage(frame?.contentDocument));
    };
    open();
    // Firefox replaces the first document.
    frame?.addEventListener('load', open);
    return () => frame?.removeEventListener('load', open);
  }, [frame]);
  useEffect(() => {
    setLanguage(body?.ownerDocument, locale);
  }, [body, locale]);
  const fit = Math.min(scale, (useWindowWidth() - MARGIN) / width);
  const outer = { inlineSize: Math.round(width * fit), blockSize: Math.round(height * fit * share) };
  return (
    <div className="desk-page" style={outer}>
      <iframe ref={setFrame} title={title} width={width} height={height} tabIndex={-1} style={{ scale: fit }} />
      {body && createPortal(<div inert>{children}</div>, body)}
    </div>
  );
}

/** The desk's own sheets begin with those of every page: colours, letters and sizes. */
function listDeskStyles(): string[] {
  return [...document.styleSheets].map((sheet) => Array.from(sheet.cssRules, (rule) => rule.cssText).join('\n'));
}

function dressPage(page: Document | null | undefined): HTMLElement | null {
  const view = page?.defaultView;
  if (!page || !view) return null;
  page.adoptedStyleSheets = [...listDeskStyles(), catalogueCss, gridCss, heroCss].map((css) => {
    // A sheet belongs to the window that constructs it.
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
  return page.body;
}

function setLanguage(page: Document | undefined, locale: Locale): void {
  if (!page) return;
  const { documentElement: root } = page;
  root.lang = locale;
  root.dir = locale === 'fa' ? 'rtl' : 'ltr';
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) root.dataset['theme'] = theme;
}

function useWindowWidth(): number {
  return useSyncExternalStore(listenToSize, () => document.documentElement.clientWidth);
}

function listenToSize(notify: () => void): () => void {
  addEventListener('resize', notify);
  return () => {
    removeEventListener('resize', notify);
  };
}
