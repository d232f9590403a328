import { formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';

/** Days that the subscription still runs (spec 2.27). */
export function DaysLeft({ days }: { days: number }) {
  return (
    <p className="plans-days">
      {m.plans_days_left({ count: formatPlain(days) })} {m.plans_extends()}
    </p>
  );
}
