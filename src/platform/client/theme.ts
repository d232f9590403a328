import { THEME_COOKIE } from '../config/session.ts';

const YEAR_SECONDS = 31_536_000;

/** From dark to light or back, also where the system's is shown. */
export function toggleTheme(): void {
  const { theme } = document.documentElement.dataset;
  const dark = theme === 'dark' || (!theme && matchMedia('(prefers-color-scheme: dark)').matches);
  applyTheme(dark ? 'light' : 'dark');
}

/** In local storage, and in the cookie that edge/visitor-marks.ts reads. '' is the system's (spec 2.21, 4.23). */
export function applyTheme(theme: string): void {
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
