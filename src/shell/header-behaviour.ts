import { matchPage } from '../platform/pages/find-page.ts';

export interface HeaderBehaviour {
  transparent: boolean;
  mobileBar: boolean;
}

/** Spec 2.16, 2.17. */
export function headerBehaviour(pathname: string): HeaderBehaviour {
  const header = matchPage(pathname)?.header ?? 'solid';
  return {
    transparent: header === 'clear' || header === 'hero',
    mobileBar: header === 'solid' || header === 'clear',
  };
}
