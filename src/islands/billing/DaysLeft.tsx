import { formatPlain } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';

/** How long the subscription still runs (spec 2.27), and that another plan does not cut it short. */
export function DaysLeft({ days }: { days: number }) {
  return (
    <p className="plans-days">
      {m.plans_days_left({ count: formatPlain(days) })} {m.plans_extends()}
    </p>
  );
}
