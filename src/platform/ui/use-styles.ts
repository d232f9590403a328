import { useInsertionEffect } from 'react';

const adopted = new Set<string>();

/**
 * Puts a stylesheet into the document when its component is first shown, so that a page's first CSS does not carry
 * what nobody has opened. A constructed sheet needs no permission of the content security policy.
 * `css` comes from `import css from './x.css?inline'`.
 */
export function useStyles(css: string): void {
  useInsertionEffect(() => {
    if (adopted.has(css)) return;
    adopted.add(css);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, [css]);
}
