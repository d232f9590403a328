import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { toMomentText } from '../../../platform/desk/moment-text.ts';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { readWhole } from '../../../platform/text/digits.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { readMoment } from '../../../platform/text/moment.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { MAX_CASE_DAYS, type PROPOSED_KINDS } from '../cases.ts';
import { listCompensations, previewCompensation, proposeCompensation } from '../desk-contract.ts';
import { ReachPanel } from './ReachPanel.tsx';
import { SubjectField, SubjectName } from './SubjectField.tsx';
import { listAudiences, nameSubjectKind } from './words.ts';

type Draft = Record<'subject' | 'from' | 'until' | 'days' | 'reason', string> & {
  kind: (typeof PROPOSED_KINDS)[number];
};
const EMPTY: Omit<Draft, 'days'> = { kind: 'subscription', subject: '', from: '', until: '', reason: '' };

interface Props {
  /** Epoch seconds. */
  time?: { from: number; until: number };
  onClose: () => void;
  onDone: (id: number) => void;
}

/** First who is concerned, then the proposal. Times are those of Tehran. */
export function ProposeDialog({ time, onClose, onDone }: Props) {
  const steps = useSteps({
    form: `case:${String(time?.from ?? 0)}`,
    empty: {
      ...EMPTY,
      days: formatPlain(1),
      ...(time && { from: toMomentText(time.from), until: toMomentText(time.until) }),
    },
    read: readDraft,
    rehearse: useAct(previewCompensation),
    make: useAct(proposeCompensation, [listCompensations]),
    onDone: ({ data }) => {
      onDone(data.id);
    },
  });
  const { draft, change } = steps;
  return (
    <Steps
      title={m.compensation_open()}
      {...{ steps, onClose }}
      label={m.compensation_propose()}
      facts={(preview) => (
        <>
          <Facts rows={describeProposal(draft)} />
          <ReachPanel {...preview} />
        </>
      )}
    >
      <Select
        label={m.compensation_who()}
        value={draft.kind}
        options={listAudiences()}
        onChange={(kind) => {
          change({ kind, subject: '' });
        }}
      />
      <SubjectField
        kind={draft.kind}
        value={draft.subject}
        onChange={(subject) => {
          change({ subject });
        }}
      />
      <MomentField
        label={m.compensation_from()}
        value={draft.from}
        onChange={(from) => {
          change({ from });
        }}
      />
      <MomentField
        label={m.compensation_until()}
        value={draft.until}
        onChange={(until) => {
          change({ until });
        }}
      />
      <Field
        label={m.compensation_days()}
        hint={m.extend_days_hint({ most: formatNumber(MAX_CASE_DAYS) })}
        inputMode="numeric"
        dir="ltr"
        value={draft.days}
        onChange={(event) => {
          change({ days: event.target.value });
        }}
      />
      <ReasonField
        value={draft.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
    </Steps>
  );
}

/** Null until the form says a time, who was concerned, days and why. */
function readDraft({ kind, reason, ...typed }: Draft, key: string): Input<typeof proposeCompensation> | null {
  // Of a subscription: a plan, or all.
  const isAll = kind === 'subscription' && typed.subject.trim() === '';
  const subject = isAll ? 0 : Number(readWhole(typed.subject) ?? 0);
  const days = Number(readWhole(typed.days) ?? 0);
  const [from, until] = [readMoment(typed.from), readMoment(typed.until)];
  if (from === null || until === null || (!isAll && subject <= 0)) return null;
  return days >= 1 && days <= MAX_CASE_DAYS && isReason(reason)
    ? { key, kind, subject, from, until, days, reason }
    : null;
}

function describeProposal({ kind, subject, from, until, days }: Draft) {
  const [start, end] = [readMoment(from), readMoment(until)];
  return [
    [m.compensation_who(), listAudiences().find(([name]) => name === kind)?.[1]],
    [
      nameSubjectKind(kind),
      subject === '' ? m.compensation_plan_all() : <SubjectName key="subject" kind={kind} id={Number(subject)} />,
    ],
    [m.compensation_from(), start === null ? '' : <Moment key="from" at={start} />],
    [m.compensation_until(), end === null ? '' : <Moment key="until" at={end} />],
    [m.compensation_days(), formatNumber(Number(readWhole(days) ?? 0))],
  ] as const;
}
