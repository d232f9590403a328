import { Facts } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input, Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readWhole } from '../../../platform/text/digits.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { addPlan } from '../plan-sales-contract.ts';
import { listPlanPrices } from '../prices-contract.ts';
import { listCostFacts } from './cost-facts.tsx';
import { PlanTextFields } from './PlanTextFields.tsx';
import { LATER, readStart, StartFields, StartTime, type StartDraft } from './StartFields.tsx';

const TEXTS = { name_fa: '', name_en: '', description: '', description_en: '', days: '', toman: '', streams: '' };
type Draft = typeof TEXTS & StartDraft & { reason: string };
const EMPTY: Draft = { ...TEXTS, ...LATER, reason: '' };

/** Two steps: the plan, and what it costs from when on. */
export function AddPlanDialog({ onClose }: { onClose: () => void }) {
  const steps = useSteps({
    form: 'plan',
    empty: EMPTY,
    read: readDraft,
    rehearse: useAct(addPlan),
    rehearsal: { rehearse: true },
    make: useAct(addPlan, [listPlanPrices], [listPlanPrices]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  return (
    <Steps
      title={m.plans_add_title()}
      {...{ steps, onClose }}
      label={m.plans_add_do()}
      facts={(preview) => <PlanFacts {...{ draft, preview }} />}
    >
      <PlanFields {...{ draft, change }} />
    </Steps>
  );
}

function PlanFacts({ draft, preview }: { draft: Draft; preview: Output<typeof addPlan>['data'] }) {
  return (
    <>
      <Facts
        rows={[
          [m.plans_name_fa(), <bdi key="fa">{draft.name_fa}</bdi>],
          [m.plans_name_en(), <bdi key="en">{draft.name_en}</bdi>],
          [m.plans_text_fa(), <bdi key="text-fa">{draft.description}</bdi>],
          [m.plans_text_en(), <bdi key="text-en">{draft.description_en}</bdi>],
          [
            m.plans_streams(),
            draft.streams.trim() === '' ? m.plans_streams_site() : formatNumber(Number(readWhole(draft.streams))),
          ],
          [m.plans_sold_from(), <StartTime key="from" starts={draft.starts} at={preview.starts_at} />],
          ...listCostFacts(preview.cost),
        ]}
      />
      <p className="desk-note">{m.plans_add_note()}</p>
    </>
  );
}

function PlanFields({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  const text = (name: keyof typeof TEXTS, label: string, more: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field
      label={label}
      value={draft[name]}
      onChange={(event) => {
        change({ [name]: event.target.value });
      }}
      {...more}
    />
  );
  const number = { inputMode: 'numeric', dir: 'ltr' } as const;
  return (
    <>
      <PlanTextFields {...{ draft, change }} />
      <div className="desk-pair">
        {text('toman', m.prices_list_label(), number)}
        {text('days', m.plans_days(), number)}
      </div>
      {text('streams', m.plans_streams(), { hint: m.plans_streams_hint(), ...number })}
      <StartFields draft={draft} change={change} />
      <ReasonField
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </>
  );
}

/** Null until the form says all of the plan, a time and why. */
function readDraft(draft: Draft, key: string): Input<typeof addPlan> | null {
  const toman = parseToman(draft.toman);
  const days = Number(readWhole(draft.days) ?? Number.NaN);
  const streams = draft.streams.trim() === '' ? null : Number(readWhole(draft.streams) ?? Number.NaN);
  const start = readStart(draft);
  const { name_fa, name_en, description, description_en, reason } = draft;
  const isWritten = [name_fa, name_en, description, description_en].every((text) => text.trim() !== '');
  if (!toman.ok || !Number.isSafeInteger(days) || start === undefined || !isWritten || !isReason(reason)) return null;
  if (streams !== null && !Number.isSafeInteger(streams)) return null;
  const texts = { name_fa, name_en, description, description_en };
  return { key, ...texts, days, toman: toman.value, streams, starts_at: start, reason };
}
