import { useState } from 'react';
import { createKey } from '../../../platform/desk/create-key.ts';
import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { toMomentText } from '../../../platform/desk/moment-text.ts';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { readWhole } from '../../../platform/text/digits.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { readMoment } from '../../../platform/text/moment.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { MAX_CASE_DAYS, type PROPOSED_KINDS } from '../cases.ts';
import { listCompensations, previewCompensation, proposeCompensation } from '../desk-contract.ts';
import { ReachPanel } from './ReachPanel.tsx';
import { listAudiences } from './words.ts';

type Kind = (typeof PROPOSED_KINDS)[number];

interface Props {
  /** Epoch seconds. */
  time?: { from: number; until: number };
  onClose: () => void;
  onDone: (id: number) => void;
}

/** First who is concerned, then the proposal. Times are those of Tehran. */
export function ProposeDialog({ time, onClose, onDone }: Props) {
  const [kind, setKind] = useState<Kind>('subscription');
  const [number, setNumber] = useState('');
  const [from, setFrom] = useState(() => (time === undefined ? '' : toMomentText(time.from)));
  const [until, setUntil] = useState(() => (time === undefined ? '' : toMomentText(time.until)));
  const [typedDays, setTypedDays] = useState('1');
  const [reason, setReason] = useState('');
  const [key] = useState(() => createKey('case'));
  const preview = useAct(previewCompensation);
  const propose = useAct(proposeCompensation, [listCompensations]);
  const subject = kind === 'subscription' ? 0 : Number(readWhole(number) ?? 0);
  const days = Number(readWhole(typedDays) ?? 0);
  const [start, end] = [readMoment(from), readMoment(until)];
  const reach = preview.data?.data;
  const isReady =
    start !== null && end !== null && (kind === 'subscription' || subject > 0) && days >= 1 && days <= MAX_CASE_DAYS;
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      preview.reset();
    };
  };
  const [changeNumber, changeFrom, changeUntil] = [change(setNumber), change(setFrom), change(setUntil)];
  return (
    <Dialog title={m.compensation_open()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (start === null || end === null) return;
          const fault = { kind, subject, from: start, until: end };
          if (reach === undefined) preview.mutate(fault);
          else
            propose.mutate(
              { key, ...fault, days, reason },
              {
                onSuccess: ({ data }) => {
                  onDone(data.id);
                },
              },
            );
        }}
      >
        <Select<Kind> label={m.compensation_who()} value={kind} options={listAudiences()} onChange={change(setKind)} />
        {kind !== 'subscription' && (
          <Field
            label={m.compensation_number()}
            inputMode="numeric"
            dir="ltr"
            value={number}
            onChange={(event) => {
              changeNumber(event.target.value);
            }}
          />
        )}
        <MomentField label={m.compensation_from()} value={from} onChange={changeFrom} />
        <MomentField label={m.compensation_until()} value={until} onChange={changeUntil} />
        <Field
          label={m.compensation_days()}
          hint={m.extend_days_hint({ most: formatNumber(MAX_CASE_DAYS) })}
          inputMode="numeric"
          dir="ltr"
          value={typedDays}
          onChange={(event) => {
            setTypedDays(event.target.value);
          }}
        />
        <ReasonField value={reason} onChange={setReason} />
        {reach && <ReachPanel {...reach} />}
        <Refusal error={preview.error ?? propose.error} />
        <Button
          type="submit"
          disabled={!isReady || (reach !== undefined && !isReason(reason))}
          busy={preview.isPending || propose.isPending}
        >
          {reach === undefined ? m.compensation_see() : m.compensation_propose()}
        </Button>
      </form>
    </Dialog>
  );
}
