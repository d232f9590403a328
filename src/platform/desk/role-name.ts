import type { StaffRole } from '../http/calls/permissions.ts';
import { m } from '../text/desk/messages.js';

const ROLES: Record<StaffRole, () => string> = {
  owner: m.role_owner,
  editor: m.role_editor,
  support: m.role_support,
  finance: m.role_finance,
  moderator: m.role_moderator,
  viewer: m.role_viewer,
};

export const nameRole = (role: StaffRole) => ROLES[role]();
