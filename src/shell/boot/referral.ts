/** A browser may answer `?ref=` from its copy of the page without it (No-Vary-Search): the server keeps it (spec 3.06). */
export function keepReferral(): void {
  const ref = /[?&](ref=\w+)/.exec(location.search)?.[1];
  if (ref && !`; ${document.cookie};`.includes(`; ${ref};`))
    void fetch(location.href, { cache: 'reload' }).catch(() => undefined);
}
