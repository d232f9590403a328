import { toMomentText } from '../../../platform/desk/moment-text.ts';
import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readWhole } from '../../../platform/text/digits.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { readMoment } from '../../../platform/text/moment.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import {
  changeDiscountCode,
  listDiscountCodes,
  MAX_CODE_USES,
  type CodeLimits,
  type DiscountCode,
} from '../codes-contract.ts';

interface Draft extends Record<string, string> {
  until: string;
  all: string;
  each: string;
  reason: string;
}

/** Another end and other uses, also of a code that has ended. `row` is that of the list, which a refusal reads again. */
export function ChangeCodeDialog({ row, onClose }: { row: DiscountCode; onClose: () => void }) {
  const { ends_at, max_uses, uses_per_user } = row;
  const steps = useSteps({
    form: `change-code:${row.code}`,
    empty: {
      ...{ until: toMomentText(ends_at), all: String(max_uses), each: String(uses_per_user), reason: '' },
    } satisfies Draft,
    read: (draft) => readDraft(draft, row),
    rehearse: useAct(changeDiscountCode, [], [listDiscountCodes]),
    rehearsal: { rehearse: true },
    make: useAct(changeDiscountCode, [listDiscountCodes], [listDiscountCodes]),
    onDone: onClose,
  });
  const { draft, change } = steps;
  const number = (name: 'all' | 'each', label: string) => (
    <Field
      label={label}
      inputMode="numeric"
      dir="ltr"
      value={draft[name]}
      onChange={(event) => {
        change({ [name]: event.target.value });
      }}
    />
  );
  return (
    <Steps
      title={m.codes_change_title({ code: `\u2068${row.code}\u2069` })}
      {...{ steps, onClose }}
      label={m.codes_change_do()}
      hasEffect={(preview) => preview.ends_at !== ends_at || describeUses(preview) !== describeUses(row)}
      facts={(preview) => <Changes before={row} after={preview} />}
    >
      <p className="desk-note">
        {m.codes_change_used({ used: formatNumber(row.uses), most: formatNumber(row.max_uses) })}
      </p>
      <MomentField
        label={m.codes_end_time()}
        value={draft.until}
        onChange={(until) => {
          change({ until });
        }}
      />
      <div className="desk-pair">
        {number('all', m.codes_all_uses())}
        {number('each', m.codes_each_uses())}
      </div>
      <ReasonField
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </Steps>
  );
}

const describeUses = ({ max_uses: all, uses_per_user: each }: CodeLimits) => `${String(all)}/${String(each)}`;

function Changes({ before, after }: { before: CodeLimits; after: CodeLimits }) {
  return (
    <>
      <Table
        label={m.codes_change()}
        rows={[
          [m.codes_until(), <Moment key="was" at={before.ends_at} />, <Moment key="is" at={after.ends_at} />] as const,
          [m.codes_all_uses(), formatNumber(before.max_uses), formatNumber(after.max_uses)] as const,
          [m.codes_each_uses(), formatNumber(before.uses_per_user), formatNumber(after.uses_per_user)] as const,
        ]}
        getKey={([name]) => name}
        empty={m.value_none()}
        columns={[
          { name: m.prices_what(), show: ([name]) => name },
          { name: m.prices_before(), show: ([, was]) => was },
          { name: m.prices_after(), kind: 'wide', show: ([, , is]) => <b>{is}</b> },
        ]}
      />
      <p className="desk-note">{m.codes_change_note()}</p>
    </>
  );
}

/** Null until the form says an end, both numbers and why. */
function readDraft(draft: Draft, row: DiscountCode): Input<typeof changeDiscountCode> | null {
  const [all, each] = [draft.all, draft.each].map((text) => Number(readWhole(text) ?? Number.NaN));
  const until = readMoment(draft.until);
  const isWithin = (value: number | undefined): value is number =>
    value !== undefined && value >= 1 && value <= MAX_CODE_USES;
  if (until === null || !isReason(draft.reason) || !isWithin(all) || !isWithin(each)) return null;
  const { code, ends_at, max_uses, uses_per_user } = row;
  return {
    ...{ code, ends_at: until, max_uses: all, uses_per_user: each, reason: draft.reason },
    seen: { ends_at, max_uses, uses_per_user },
  };
}
