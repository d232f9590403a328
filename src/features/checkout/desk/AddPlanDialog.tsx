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
import { parseToman } from '../../../platform/text/money.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { addPlan, MAX_NAME_CHARS, MAX_TEXT_CHARS } from '../plan-sales-contract.ts';
import { listPlanPrices } from '../prices-contract.ts';
import { listCostFacts } from './cost-facts.tsx';
import { LATER, readStart, StartFields, type StartDraft } from './StartFields.tsx';

const EMPTY = { name_fa: '', name_en: '', description: '', description_en: '', days: '', toman: '', streams: '' };
type Draft = typeof EMPTY & StartDraft & { reason: string };

/** Two steps: the plan, and what it costs from when on. */
export function AddPlanDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, ...LATER, reason: '' });
  const [key] = useState(() => createKey('plan'));
  const rehearse = useAct(addPlan, []);
  const add = useAct(addPlan, [listPlanPrices]);
  const input = readDraft(draft, key);
  const preview = rehearse.data?.data;
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    rehearse.reset();
    add.reset();
  };
  return (
    <StepDialog
      title={m.plans_add_title()}
      error={rehearse.error ?? add.error}
      next={{
        label: preview === undefined ? m.refund_see() : m.plans_add_do(),
        isReady: input !== null,
        isBusy: rehearse.isPending || add.isPending,
        go: () => {
          if (input === null) return;
          if (preview === undefined) rehearse.mutate({ ...input, rehearse: true });
          else add.mutate(input, { onSuccess: onClose });
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
      {preview === undefined || input === null ? (
        <PlanFields draft={draft} change={change} />
      ) : (
        <>
          <Facts
            rows={[
              [m.plans_name_fa(), <bdi key="fa">{input.name_fa}</bdi>],
              [m.plans_name_en(), <bdi key="en">{input.name_en}</bdi>],
              [m.plans_text_fa(), <bdi key="text-fa">{input.description}</bdi>],
              [m.plans_text_en(), <bdi key="text-en">{input.description_en}</bdi>],
              [m.plans_streams(), input.streams === null ? m.plans_streams_site() : formatNumber(input.streams)],
              [
                m.plans_sold_from(),
                draft.starts === 'now' ? m.codes_starts_now() : <Moment key="from" at={preview.starts_at} />,
              ],
              ...listCostFacts(preview.cost),
            ]}
          />
          <p className="desk-note">{m.plans_add_note()}</p>
        </>
      )}
    </StepDialog>
  );
}

function PlanFields({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) {
  const text = (name: keyof typeof EMPTY, label: string, more: Partial<Parameters<typeof Field>[0]> = {}) => (
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
  const english = { dir: 'ltr', lang: 'en' } as const;
  return (
    <>
      <div className="desk-pair">
        {text('name_fa', m.plans_name_fa(), { maxLength: MAX_NAME_CHARS })}
        {text('name_en', m.plans_name_en(), { maxLength: MAX_NAME_CHARS, ...english })}
      </div>
      {text('description', m.plans_text_fa(), { maxLength: MAX_TEXT_CHARS })}
      {text('description_en', m.plans_text_en(), { maxLength: MAX_TEXT_CHARS, ...english })}
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
