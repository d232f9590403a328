import { THEME_COOKIE } from '../../platform/config/session.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The colour-mode toggle (spec 2.21, 4.23): the choice is kept in local storage, and in a cookie by which the Worker
 * writes it into the page. Where the cookie is gone, local storage still knows.
 */
export function watchTheme(): void {
  const root = document.documentElement;
  const kept = readStoredTheme();
  if (kept && root.dataset['theme'] !== kept) choose(kept);
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-theme-toggle]')) return;
    const { theme } = root.dataset;
    const dark = theme === 'dark' || (!theme && matchMedia('(prefers-color-scheme: dark)').matches);
    choose(dark ? 'light' : 'dark');
  });
  // Night mode in the settings, at once; its form then tells the server the same. Where it was off already, only the
  // form is sent: it ends a light theme that the toggle had chosen.
  for (const type of ['change', 'submit']) document.addEventListener(type, readNightMode);
}

function readNightMode({ target }: Event): void {
  const chosen = target instanceof HTMLFormElement ? target.querySelector('[name=theme]:checked') : target;
  if (chosen instanceof HTMLInputElement && chosen.name === 'theme') choose(chosen.value);
}

function readStoredTheme(): string | null {
  try {
    const theme = localStorage.getItem('theme');
    return theme === 'dark' || theme === 'light' ? theme : null;
  } catch {
    // A browser that keeps nothing still changes this page.
    return null;
  }
}

/** '' is the system's (spec 4.23). */
function choose(theme: string): void {
  const { dataset } = document.documentElement;
  if (theme === '') delete dataset['theme'];
  else dataset['theme'] = theme;
  const seconds = theme === '' ? 0 : YEAR_SECONDS;
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${String(seconds)}; SameSite=Lax; Secure`;
  try {
    if (theme === '') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // As above.
  }
}
