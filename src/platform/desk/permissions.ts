import { createContext, use } from 'react';
import type { Permission } from '../http/calls/permissions.ts';

export const Permissions = createContext<readonly Permission[]>([]);

/** Only what is shown: each call asks again. */
export function usePermissions(): readonly Permission[] {
  return use(Permissions);
}
