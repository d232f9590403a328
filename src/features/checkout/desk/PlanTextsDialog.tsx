import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { changePlanTexts } from '../plan-sales-contract.ts';
import { listPlanPrices, type PricedPlan } from '../prices-contract.ts';
import { PlanTextFields, TEXT_NAMES, type PlanTextDraft } from './PlanTextFields.tsx';
import { LATER, readStart, StartFields, StartTime, type StartDraft } from './StartFields.tsx';

type Draft = PlanTextDraft & StartDraft & { reason: string };

/** Other names and descriptions from a time on. `plan` is that of the list, which a refusal reads again. */
export function PlanTextsDialog({ plan, onClose }: { plan: PricedPlan; onClose: () => void }) {
  const { name_fa, name_en, description, description_en } = plan;
  const steps = useSteps({
    form: `texts:${String(plan.id)}`,
    empty: { ...{ name_fa, name_en, description, description_en }, ...LATER, reason: '' } satisfies Draft,
    read: (typed, key) => readDraft(typed, plan, key),
    rehearse: useAct(changePlanTexts, [], [listPlanPrices]),
    rehearsal: { rehearse: true },
    make: useAct(changePlanTexts, [listPlanPrices], [listPlanPrices]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  return (
    <Steps
      title={m.plans_texts_title({ name: `\u2068${nameIn(getLocale(), plan)}\u2069` })}
      {...{ steps, onClose }}
      label={m.plans_texts_do()}
      facts={({ before, after, starts_at: from, ends_at: until }) => (
        <>
          <Facts
            rows={[
              [m.prices_from(), <StartTime key="from" starts={draft.starts} at={from} />],
              [m.prices_until(), until === null ? m.plans_until_next() : <Moment key="until" at={until} />],
            ]}
          />
          <Table
            label={m.plans_texts()}
            rows={TEXT_NAMES}
            getKey={([name]) => name}
            empty={m.value_none()}
            columns={[
              { name: m.prices_what(), show: ([, label]) => label() },
              { name: m.prices_before(), show: ([name]) => <bdi>{before[name]}</bdi> },
              { name: m.prices_after(), kind: 'wide', show: ([name]) => <bdi>{after[name]}</bdi> },
            ]}
          />
          <p className="desk-note">{m.plans_texts_note()}</p>
        </>
      )}
    >
      <PlanTextFields {...{ draft, change }} />
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

/** Null until the form says all texts, a time and why. */
function readDraft({ reason, starts, from, ...texts }: Draft, { id, rev }: PricedPlan, key: string) {
  const start = readStart({ starts, from });
  if (start === undefined || !isReason(reason) || Object.values(texts).some((text) => text.trim() === '')) return null;
  const input: Input<typeof changePlanTexts> = { id, key, rev, starts_at: start, ...texts, reason };
  return input;
}
