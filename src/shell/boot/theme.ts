import { applyTheme, toggleTheme } from '../../platform/client/theme.ts';
import { THEME_COOKIE } from '../../platform/config/session.ts';

export function watchTheme(): void {
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-theme-toggle]')) toggleTheme();
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
