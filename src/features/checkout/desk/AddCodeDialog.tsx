import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { Facts, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input, Output } from '../../../platform/http/calls/call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { foldCode, readWhole } from '../../../platform/text/digits.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { readMoment } from '../../../platform/text/moment.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { addDiscountCode, listDiscountCodes, MAX_BONUS_DAYS, MAX_CODE_USES } from '../codes-contract.ts';
import type { Plan } from '../contract.ts';
import { describeGift, nameSold } from './words.ts';

type Plans = Readonly<Record<string, Plan>>;
const EMPTY = {
  ...{ code: '', percent: '', bonus: '0', plan: '', all: '1000', each: '1', reason: '' },
  ...{ starts: 'now' as 'now' | 'later', from: '', until: '' },
};
type Draft = typeof EMPTY;

/** Two steps: the terms, and what each plan costs with them by the checkout's own code. */
export function AddCodeDialog({ plans, onClose }: { plans: Plans; onClose: () => void }) {
  const steps = useSteps({
    form: 'code',
    empty: EMPTY,
    read: readDraft,
    rehearse: useAct(addDiscountCode),
    rehearsal: { rehearse: true },
    make: useAct(addDiscountCode, [listDiscountCodes], [listDiscountCodes]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  return (
    <Steps
      title={m.codes_make_title()}
      {...{ steps, onClose }}
      label={m.codes_do()}
      facts={(preview) => <Preview preview={preview} plans={plans} isNow={draft.starts === 'now'} />}
    >
      <Terms {...{ draft, plans, change }} />
    </Steps>
  );
}

function Terms({ draft, plans, change }: { draft: Draft; plans: Plans; change: (part: Partial<Draft>) => void }) {
  const number = (name: 'percent' | 'bonus' | 'all' | 'each', label: string, hint?: string) => (
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
      <Field
        label={m.codes_code()}
        hint={m.codes_code_hint()}
        dir="auto"
        autoComplete="off"
        maxLength={80}
        value={draft.code}
        onChange={(event) => {
          change({ code: event.target.value });
        }}
      />
      <div className="desk-pair">
        {number('percent', m.codes_off(), m.codes_off_hint())}
        {number('bonus', m.codes_bonus(), m.codes_bonus_hint({ most: formatNumber(MAX_BONUS_DAYS) }))}
      </div>
      <Select
        label={m.codes_for()}
        value={draft.plan}
        options={[
          ['', m.codes_everything()],
          ...Object.entries(plans).map(([id, plan]) => [id, nameIn(getLocale(), plan)] as const),
        ]}
        onChange={(plan) => {
          change({ plan });
        }}
      />
      <div className="desk-pair">
        {number('all', m.codes_all_uses())}
        {number('each', m.codes_each_uses())}
      </div>
      <Select
        label={m.codes_starts()}
        value={draft.starts}
        options={[
          ['now', m.codes_starts_now()],
          ['later', m.codes_starts_later()],
        ]}
        onChange={(starts) => {
          change({ starts });
        }}
      />
      <div className="desk-pair">
        {draft.starts === 'later' && (
          <MomentField
            label={m.codes_start_time()}
            value={draft.from}
            onChange={(from) => {
              change({ from });
            }}
          />
        )}
        <MomentField
          label={m.codes_end_time()}
          value={draft.until}
          onChange={(until) => {
            change({ until });
          }}
        />
      </div>
      <ReasonField
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </>
  );
}

function Preview({
  preview,
  plans,
  isNow,
}: {
  preview: Output<typeof addDiscountCode>['data'];
  plans: Plans;
  isNow: boolean;
}) {
  const {
    code,
    plan_id: plan,
    percent,
    starts_at: from,
    ends_at: until,
    max_uses: most,
    uses_per_user: each,
  } = preview;
  return (
    <>
      <Facts
        rows={[
          [
            m.codes_code(),
            <bdi key="code" className="desk-code">
              {code}
            </bdi>,
          ],
          [m.codes_gives(), describeGift(preview)],
          [m.codes_for(), <bdi key="for">{nameSold(plan, plans)}</bdi>],
          [m.codes_from(), isNow ? m.codes_starts_now() : <Moment key="from" at={from} />],
          [m.codes_until(), <Moment key="until" at={until} />],
          [m.codes_all_uses(), formatNumber(most)],
          [m.codes_each_uses(), formatNumber(each)],
        ]}
      />
      <p className="desk-note">{m.codes_preview()}</p>
      <Table
        label={m.codes_plan()}
        rows={preview.plans}
        getKey={({ id }) => id}
        empty={m.codes_none()}
        columns={[
          { name: m.codes_plan(), kind: 'wide', show: (row) => <bdi>{nameIn(getLocale(), row)}</bdi> },
          { name: m.codes_price_before(), kind: 'number', show: ({ total_before: sum }) => <Toman value={sum} /> },
          { name: m.codes_price_after(), kind: 'number', show: ({ total }) => <Toman value={total} /> },
          { name: m.extend_days(), kind: 'number', show: ({ days }) => formatNumber(days) },
        ]}
      />
      {plan === null && percent > 0 && (
        <p className="desk-note">{m.codes_preview_all({ percent: formatNumber(percent) })}</p>
      )}
      {percent === 100 && <p className="desk-refusal">{m.codes_free()}</p>}
    </>
  );
}

/** Null until the form says all terms. */
function readDraft(draft: Draft): Input<typeof addDiscountCode> | null {
  const [percent, bonus, all, each] = [draft.percent, draft.bonus, draft.all, draft.each].map((text) =>
    text.trim() === '' ? 0 : Number(readWhole(text) ?? Number.NaN),
  );
  const [from, until] = [readMoment(draft.from), readMoment(draft.until)];
  const code = foldCode(draft.code);
  const isWithin = (value: number | undefined, least: number, most: number): value is number =>
    value !== undefined && value >= least && value <= most;
  if (code === '' || code.length > 40 || !isReason(draft.reason) || until === null) return null;
  if (draft.starts === 'later' && from === null) return null;
  if (!isWithin(percent, 0, 100) || !isWithin(bonus, 0, MAX_BONUS_DAYS)) return null;
  if (!isWithin(all, 1, MAX_CODE_USES) || !isWithin(each, 1, MAX_CODE_USES)) return null;
  return {
    ...{ code, percent, bonus_days: bonus, plan_id: draft.plan === '' ? null : Number(draft.plan) },
    ...{ starts_at: draft.starts === 'now' ? null : from, ends_at: until, reason: draft.reason },
    ...{ max_uses: all, uses_per_user: each },
  };
}
