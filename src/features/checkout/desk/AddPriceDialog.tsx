import { CallError } from '../../../platform/desk/call-desk.ts';
import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import type { Input, Output } from '../../../platform/http/calls/call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readWhole } from '../../../platform/text/digits.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { addPlanPrice, listPlanPrices, type PricedPlan } from '../prices-contract.ts';
import { listCostFacts } from './cost-facts.tsx';
import { LATER, readStart, StartFields, type StartDraft } from './StartFields.tsx';

type Draft = StartDraft & Record<'toman' | 'reduced' | 'bonus' | 'reason', string>;

/** Two steps: the price, and what will count from when. `plan` is that of the list, which a refusal reads again. */
export function AddPriceDialog({ plan, onClose }: { plan: PricedPlan; onClose: () => void }) {
  const { toman, discount_price: reduced, discount_day: bonus } = plan.now;
  const terms = { toman: String(toman), reduced: String(reduced ?? ''), bonus: String(bonus ?? '') };
  const steps = useSteps({
    form: `price:${String(plan.id)}`,
    empty: { ...terms, ...LATER, reason: '' },
    read: (typed, key) => readDraft(typed, plan, key),
    rehearse: useAct(addPlanPrice, [], [listPlanPrices]),
    rehearsal: { rehearse: true },
    make: useAct(addPlanPrice, [listPlanPrices], [listPlanPrices]),
    onDone: onClose,
  });
  const { draft, change, error } = steps;
  const isChanged = error instanceof CallError && error.error.code === 'plan_changed';
  return (
    <Steps
      title={m.prices_change_title({ name: `\u2068${nameIn(getLocale(), plan)}\u2069` })}
      {...{ steps, onClose }}
      label={m.prices_do()}
      note={isChanged && <Conflict plan={plan} draft={draft} />}
      facts={(preview) => <PriceFacts preview={preview} isNow={draft.starts === 'now'} />}
    >
      <PriceFields {...{ draft, change }} />
    </Steps>
  );
}

function PriceFields({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  const number = (name: 'toman' | 'reduced' | 'bonus', label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      inputMode="numeric"
      dir="ltr"
      value={draft[name]}
      onChange={(event) => {
        change({ [name]: event.target.value });
      }}
    />
  );
  return (
    <>
      {number('toman', m.prices_list_label())}
      <div className="desk-pair">
        {number('reduced', m.prices_reduced_label(), m.prices_reduced_hint())}
        {number('bonus', m.codes_bonus(), m.prices_bonus_hint())}
      </div>
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

function PriceFacts({ preview, isNow }: { preview: Output<typeof addPlanPrice>['data']; isNow: boolean }) {
  const { starts_at: from, ends_at: until, before, after } = preview;
  const old = new Map(listCostFacts(before));
  return (
    <>
      <Facts
        rows={[
          [m.prices_from(), isNow ? m.codes_starts_now() : <Moment key="from" at={from} />],
          [m.prices_until(), until === null ? m.prices_until_next() : <Moment key="until" at={until} />],
        ]}
      />
      <Table
        label={m.prices_title()}
        rows={listCostFacts(after)}
        getKey={([name]) => name}
        empty={m.prices_none()}
        columns={[
          { name: m.prices_what(), show: ([name]) => name },
          { name: m.prices_before(), show: ([name]) => old.get(name) ?? m.value_none() },
          { name: m.prices_after(), kind: 'wide', show: ([, value]) => <b>{value}</b> },
        ]}
      />
      <p className="desk-note">{m.prices_where()}</p>
      <p className="desk-note">{m.prices_open()}</p>
    </>
  );
}

/** Both versions: what the list says now, and what was typed. */
function Conflict({ plan, draft }: { plan: PricedPlan; draft: Draft }) {
  const [newest] = plan.prices.filter(({ withdrawn_at: gone }) => gone === null);
  const theirs = newest ?? plan.now;
  const show = (value: number | null) => (value === null ? '' : formatNumber(value));
  const rows = [
    [m.prices_list_label(), show(theirs.toman), draft.toman],
    [m.prices_reduced_label(), show(theirs.discount_price), draft.reduced],
    [m.codes_bonus(), show(theirs.discount_day), draft.bonus],
  ] as const;
  return (
    <>
      <p className="desk-note">{m.prices_conflict()}</p>
      {newest && (
        <Facts
          rows={[
            [m.prices_from(), <Moment key="from" at={newest.starts_at} />],
            [m.audit_who(), <bdi key="who">{nameMember(newest.operator)}</bdi>],
          ]}
        />
      )}
      <Table
        label={m.prices_history()}
        rows={rows}
        getKey={([name]) => name}
        empty={m.prices_none()}
        columns={[
          { name: m.prices_what(), show: ([name]) => name },
          { name: m.prices_theirs(), show: ([, their]) => <bdi>{their === '' ? m.value_none() : their}</bdi> },
          { name: m.prices_yours(), show: ([, , yours]) => <bdi>{yours === '' ? m.value_none() : yours}</bdi> },
        ]}
      />
    </>
  );
}

/** Null until the form says a price, a time and why. */
function readDraft(draft: Draft, { id, rev }: PricedPlan, key: string): Input<typeof addPlanPrice> | null {
  const toman = parseToman(draft.toman);
  const reduced = draft.reduced.trim() === '' ? null : parseToman(draft.reduced);
  const bonus = draft.bonus.trim() === '' ? 0 : Number(readWhole(draft.bonus) ?? Number.NaN);
  const start = readStart(draft);
  if (!toman.ok || reduced?.ok === false || !Number.isSafeInteger(bonus) || !isReason(draft.reason)) return null;
  if (start === undefined) return null;
  return {
    ...{ id, key, rev, toman: toman.value, discount_price: reduced?.value ?? null, reason: draft.reason },
    ...{ discount_day: bonus === 0 ? null : bonus, starts_at: start },
  };
}
