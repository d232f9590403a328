import { createRoot } from 'react-dom/client';
import { shareLocale } from '../platform/desk/locale.ts';
import { DeskApp } from './DeskApp.tsx';

export function mountDesk(element: Element | null): void {
  shareLocale();
  if (element) createRoot(element).render(<DeskApp />);
}
