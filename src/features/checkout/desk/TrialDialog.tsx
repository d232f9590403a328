import { useState } from 'react';
import { createKey } from '../../../platform/desk/create-key.ts';
import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { StepDialog } from '../../../platform/desk/StepDialog.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readWhole } from '../../../platform/text/digits.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { addTrialRule, listTrialRules, MAX_TRIAL_DAYS } from '../trial-contract.ts';
import { LATER, readStart, StartFields, type StartDraft } from './StartFields.tsx';
import { describeTrial } from './TrialPanel.tsx';

type Draft = StartDraft & { days: string; reason: string };

/** `rev` is that of the list, which a refusal reads again. */
export function TrialDialog({ rev, onClose }: { rev: number; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>({ ...LATER, days: '', reason: '' });
  const [key] = useState(() => createKey('trial'));
  const rehearse = useAct(addTrialRule, [], [listTrialRules]);
  const act = useAct(addTrialRule, [listTrialRules], [listTrialRules]);
  const input = readDraft(draft, key, rev);
  const preview = rehearse.data?.data;
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    rehearse.reset();
    act.reset();
  };
  return (
    <StepDialog
      title={m.trial_change_title()}
      error={rehearse.error ?? act.error}
      next={{
        label: preview === undefined ? m.refund_see() : m.trial_do(),
        isReady: input !== null,
        isBusy: rehearse.isPending || act.isPending,
        go: () => {
          if (input === null) return;
          if (preview === undefined) rehearse.mutate({ ...input, rehearse: true });
          else act.mutate(input, { onSuccess: onClose });
        },
      }}
      back={
        preview === undefined
          ? null
          : {
              label: m.prices_edit(),
              go: () => {
                change({});
              },
            }
      }
      onClose={onClose}
    >
      {preview === undefined ? (
        <>
          <Field
            label={m.trial_days()}
            hint={m.trial_days_hint({ most: formatNumber(MAX_TRIAL_DAYS) })}
            inputMode="numeric"
            dir="ltr"
            value={draft.days}
            onChange={(event) => {
              change({ days: event.target.value });
            }}
          />
          <StartFields draft={draft} change={change} />
          <ReasonField
            value={draft.reason}
            onChange={(reason) => {
              change({ reason });
            }}
          />
        </>
      ) : (
        <>
          <Facts
            rows={[
              [m.prices_before(), describeTrial(preview.before)],
              [m.prices_after(), describeTrial(preview.after)],
              [
                m.prices_from(),
                draft.starts === 'now' ? m.codes_starts_now() : <Moment key="from" at={preview.starts_at} />,
              ],
              [
                m.prices_until(),
                preview.ends_at === null ? m.trial_until_next() : <Moment key="until" at={preview.ends_at} />,
              ],
            ]}
          />
          <p className="desk-note">{m.trial_note()}</p>
        </>
      )}
    </StepDialog>
  );
}

/** Null until the form says days, a time and why. */
function readDraft(
  { days: text, reason, ...start }: Draft,
  key: string,
  rev: number,
): Input<typeof addTrialRule> | null {
  const days = Number(readWhole(text) ?? Number.NaN);
  const startsAt = readStart(start);
  if (!Number.isSafeInteger(days) || days < 0 || days > MAX_TRIAL_DAYS) return null;
  return startsAt === undefined || !isReason(reason) ? null : { key, rev, starts_at: startsAt, days, reason };
}
