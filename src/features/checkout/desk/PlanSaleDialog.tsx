import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { changePlanSale } from '../plan-sales-contract.ts';
import { listPlanPrices, type PricedPlan } from '../prices-contract.ts';
import { LATER, readStart, StartFields, StartTime, type StartDraft } from './StartFields.tsx';

type Draft = StartDraft & { sold: 'yes' | 'no'; reason: string };

/** Withdraws the plan from sale, or puts it on sale again: at a time, also of a plan that is not sold yet. At first the form
 * has the opposite of now. `plan` is that of the list, which a refusal reads again. */
export function PlanSaleDialog({ plan, onClose }: { plan: PricedPlan; onClose: () => void }) {
  const steps = useSteps({
    form: `sale:${String(plan.id)}`,
    empty: { ...LATER, sold: plan.is_sold ? 'no' : 'yes', reason: '' } satisfies Draft,
    read: (typed, key) => readDraft(typed, plan, key),
    rehearse: useAct(changePlanSale, [], [listPlanPrices]),
    rehearsal: { rehearse: true },
    make: useAct(changePlanSale, [listPlanPrices], [listPlanPrices]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  const isSold = draft.sold === 'yes';
  const name = `\u2068${nameIn(getLocale(), plan)}\u2069`;
  return (
    <Steps
      title={isSold ? m.plans_sell_title({ name }) : m.plans_stop_title({ name })}
      {...{ steps, onClose }}
      label={isSold ? m.plans_sell() : m.plans_stop()}
      facts={({ starts_at: from, ends_at: until }) => (
        <>
          <Facts
            rows={[
              [m.plans_sale(), isSold ? m.plans_sold() : m.plans_not_sold()],
              [m.prices_from(), <StartTime key="from" starts={draft.starts} at={from} />],
              [m.prices_until(), until === null ? m.plans_until_next() : <Moment key="until" at={until} />],
            ]}
          />
          <p className="desk-note">{isSold ? m.plans_sell_note() : m.plans_stop_note()}</p>
        </>
      )}
    >
      <Select
        label={m.plans_sale()}
        value={draft.sold}
        options={[
          ['yes', m.plans_sold()],
          ['no', m.plans_not_sold()],
        ]}
        onChange={(sold) => {
          change({ sold });
        }}
      />
      <StartFields {...{ draft, change }} />
      <ReasonField
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </Steps>
  );
}

/** Null until the form says a time and why. */
function readDraft({ sold, reason, ...typed }: Draft, { id, rev }: PricedPlan, key: string) {
  const start = readStart(typed);
  if (start === undefined || !isReason(reason)) return null;
  const input: Input<typeof changePlanSale> = { id, key, rev, starts_at: start, is_sold: sold === 'yes', reason };
  return input;
}
