const preloaded = new Set<string>();

/** `files`: addresses by a space. */
export function preloadCode(files: string | undefined): void {
  for (const href of files?.split(' ') ?? []) {
    if (href === '' || preloaded.has(href)) continue;
    preloaded.add(href);
    document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
