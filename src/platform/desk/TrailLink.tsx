import { Link } from 'wouter';
import { m } from '../text/desk/messages.js';
import { usePermissions } from './permissions.ts';

type Filter = { subject: string } | { operator: string };

/** To the acts about a record, as the trail names it (`code:NOWRUZ`), or of an operator; for who may read them. */
export function TrailLink({ label = m.audit_link(), ...filter }: Filter & { label?: string }) {
  if (!usePermissions().includes('audit.read')) return null;
  return (
    <Link className="desk-link" href={`/audit?${new URLSearchParams(filter).toString()}`}>
      {label}
    </Link>
  );
}
