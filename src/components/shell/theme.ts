import { THEME_COOKIE } from '../../config/theme.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The colour-mode toggle (spec 2.21, 4.23): the choice is kept in local storage, and in a cookie by which the Worker
 * writes it into the page. Where the cookie is gone, local storage still knows.
 */
export function watchTheme(): void {
  const root = document.documentElement;
  const kept = keptTheme();
  if (kept !== null && root.dataset['theme'] !== kept) choose(kept);
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-theme-toggle]')) return;
    const { theme } = root.dataset;
    const dark = theme === 'dark' || (!theme && matchMedia('(prefers-color-scheme: dark)').matches);
    choose(dark ? 'light' : 'dark');
  });
}

function keptTheme(): string | null {
  try {
    const theme = localStorage.getItem('theme');
    return theme === 'dark' || theme === 'light' ? theme : null;
  } catch {
    // A browser that keeps nothing still changes this page.
    return null;
  }
}

function choose(theme: string): void {
  document.documentElement.dataset['theme'] = theme;
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${String(YEAR_SECONDS)}; SameSite=Lax; Secure`;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // As above.
  }
}
