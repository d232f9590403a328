import { useLocation } from 'wouter';
import { findSubject } from '../features/staff/desk/record-path.ts';
import { TrailLink } from '../platform/desk/TrailLink.tsx';
import { m } from '../platform/text/desk/messages.js';

export function RecordTrail() {
  const [location] = useLocation();
  const subject = findSubject(location);
  if (subject === null) return null;
  return (
    <p className="desk-note">
      <TrailLink subject={subject} label={m.audit_of_record()} />
    </p>
  );
}
