import { isValidElement, useEffect, useState } from 'react';
import { matchRoute, useLocation, useRouter } from 'wouter';
import { SCREENS, type DeskScreen } from './screens.tsx';

/** Loads the screen's code ahead of its press. A failure is shown when the screen is opened, not before. */
export function prepareScreen({ show }: DeskScreen): void {
  const screen = show('');
  if (isValidElement(screen) && isLazy(screen.type)) void screen.type.prepare().catch(() => undefined);
}

const isLazy = (type: unknown): type is { prepare: () => Promise<void> } =>
  typeof type === 'function' && 'prepare' in type;

/** Loads the code of the first screen while the site is asked who is there. */
export function useFirstScreen(): void {
  const { parser } = useRouter();
  const [location] = useLocation();
  const [first] = useState(location);
  useEffect(() => {
    const screen = SCREENS.find(({ path }) => matchRoute(parser, path, first)[0]);
    if (screen) prepareScreen(screen);
  }, [parser, first]);
}
