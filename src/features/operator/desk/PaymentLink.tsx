import { Link } from 'wouter';
import { Code } from '../../../platform/desk/Parts.tsx';
import { m } from '../../../platform/text/desk/messages.js';

export function PaymentLink({ id }: { id: string | null }) {
  if (id === null) return m.value_none();
  return (
    <Link className="desk-link" href={`/payments/${id}`}>
      <Code text={id} />
    </Link>
  );
}
