/** The colour-mode toggle (spec 2.21, 4.23): the choice is kept in local storage and read before paint. */
export function watchTheme(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-theme-toggle]')) return;
    const root = document.documentElement;
    const dark =
      root.dataset['theme'] === 'dark' ||
      (!root.dataset['theme'] && matchMedia('(prefers-color-scheme: dark)').matches);
    root.dataset['theme'] = dark ? 'light' : 'dark';
    try {
      localStorage.setItem('theme', root.dataset['theme']);
    } catch {
      // A browser that keeps nothing still changes this page.
    }
  });
}
