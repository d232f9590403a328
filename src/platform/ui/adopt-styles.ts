const adopted = new Set<string>();

/** A constructed stylesheet stays out of the first CSS, and the content security policy allows it. */
export function adoptStyles(css: string): void {
  if (adopted.has(css)) return;
  adopted.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
