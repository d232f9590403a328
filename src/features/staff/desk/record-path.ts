import type { Permission } from '../../../platform/http/calls/permissions.ts';

interface Place {
  /** The trail's words before the id. */
  subject: string;
  path: string;
  /** A pattern. */
  id: string;
  permission: Permission;
}

const NUMBER = String.raw`\d{1,15}`;
const WORD = String.raw`[\w-]+`;

/** Records with a page of their own, as the trail names them. */
const PLACES: readonly Place[] = [
  { subject: 'account:', path: '/accounts/', id: NUMBER, permission: 'people.read' },
  { subject: '', path: '/payments/', id: '[0-9a-z]{20}', permission: 'payments.read' },
  { subject: 'title:', path: '/titles/', id: NUMBER, permission: 'titles.read' },
  { subject: 'front:week:', path: '/front/channels/', id: NUMBER, permission: 'front.read' },
  { subject: 'front:list:', path: '/front/lists/', id: WORD, permission: 'front.read' },
  { subject: 'help:', path: '/help/', id: NUMBER, permission: 'help.read' },
  { subject: 'compensation:', path: '/compensations/', id: NUMBER, permission: 'compensation.read' },
];

/** The record of a path of the desk, as the trail names it. */
export function findSubject(path: string): string | null {
  for (const place of PLACES) {
    const [, id] = new RegExp(`^${place.path}(${place.id})$`).exec(path) ?? [];
    if (id !== undefined) return place.subject + id;
  }
  return null;
}

/** The page of an act's subject, which may have the act's key behind it; null without a page, or for who may not open it. */
export function findRecordPath(subject: string, permissions: readonly Permission[]): string | null {
  for (const place of PLACES) {
    const [, id] = new RegExp(`^${place.subject}(${place.id})(?: |$)`).exec(subject) ?? [];
    if (id !== undefined) return permissions.includes(place.permission) ? place.path + id : null;
  }
  return null;
}
