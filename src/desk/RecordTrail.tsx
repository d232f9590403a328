import { useLocation } from 'wouter';
import { TrailLink } from '../platform/desk/TrailLink.tsx';
import { m } from '../platform/text/desk/messages.js';

/** Records with a page of their own, as the trail names them. */
const SUBJECTS: readonly (readonly [path: RegExp, name: (id: string) => string])[] = [
  [/^\/accounts\/(\d+)$/, (id) => `account:${id}`],
  [/^\/payments\/(\w+)$/, (id) => id],
  [/^\/titles\/(\d+)$/, (id) => `title:${id}`],
  [/^\/front\/channels\/(\d+)$/, (id) => `front:week:${id}`],
  [/^\/front\/lists\/([\w-]+)$/, (key) => `front:list:${key}`],
  [/^\/help\/(\d+)$/, (id) => `help:${id}`],
  [/^\/compensations\/(\d+)$/, (id) => `compensation:${id}`],
];

export function RecordTrail() {
  const [location] = useLocation();
  const [subject] = SUBJECTS.flatMap(([path, name]) => {
    const id = path.exec(location)?.[1];
    return id === undefined ? [] : [name(id)];
  });
  if (subject === undefined) return null;
  return (
    <p className="desk-note">
      <TrailLink subject={subject} label={m.audit_of_record()} />
    </p>
  );
}
