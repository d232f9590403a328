import { THEME_COOKIE } from '../../platform/config/session.ts';

const YEAR_SECONDS = 31_536_000;

/** Spec 2.21, 4.23: in local storage, and in the cookie that edge/visitor-marks.ts reads. */
export function watchTheme(): void {
  const root = document.documentElement;
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[data-theme-toggle]')) return;
    const { theme } = root.dataset;
    const dark = theme === 'dark' || (!theme && matchMedia('(prefers-color-scheme: dark)').matches);
    applyTheme(dark ? 'light' : 'dark');
  });
  // The settings form: `submit` too, since night mode that is off already ends a light theme.
  for (const type of ['change', 'submit']) document.addEventListener(type, readNightMode);
}

/** Another page may have changed the theme since this one was made. */
export function applyStoredTheme(): void {
  const { dataset } = document.documentElement;
  const stored = readStoredTheme();
  if (stored && dataset['theme'] !== stored) applyTheme(stored);
  else if (!document.cookie.includes(`${THEME_COOKIE}=`)) delete dataset['theme'];
}

function readNightMode({ target }: Event): void {
  const chosen = target instanceof HTMLFormElement ? target.querySelector('[name=theme]:checked') : target;
  if (chosen instanceof HTMLInputElement && chosen.name === 'theme') applyTheme(chosen.value);
}

function readStoredTheme(): string | null {
  try {
    const theme = localStorage.getItem('theme');
    return theme === 'dark' || theme === 'light' ? theme : null;
  } catch {
    // Storage may be forbidden.
    return null;
  }
}

/** '' is the system's (spec 4.23). */
function applyTheme(theme: string): void {
  const { dataset } = document.documentElement;
  if (theme) dataset['theme'] = theme;
  else delete dataset['theme'];
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${theme ? YEAR_SECONDS : 0}; SameSite=Lax; Secure`;
  try {
    if (theme) localStorage.setItem('theme', theme);
    else localStorage.removeItem('theme');
  } catch {
    // Storage may be forbidden.
  }
}
