import { useState } from 'react';
import { createKey } from '../../../platform/desk/create-key.ts';
import { Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { StepDialog } from '../../../platform/desk/StepDialog.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { changePlanSale } from '../plan-sales-contract.ts';
import { listPlanPrices, type PricedPlan } from '../prices-contract.ts';
import { LATER, readStart, StartFields, type StartDraft } from './StartFields.tsx';

/** Withdraws the plan from sale, or puts it on sale again. `plan` is that of the list, which a refusal reads again. */
export function PlanSaleDialog({ plan, isSold, onClose }: { plan: PricedPlan; isSold: boolean; onClose: () => void }) {
  const [draft, setDraft] = useState<StartDraft & { reason: string }>({ ...LATER, reason: '' });
  const [key] = useState(() => createKey('sale'));
  const rehearse = useAct(changePlanSale, [], [listPlanPrices]);
  const act = useAct(changePlanSale, [listPlanPrices], [listPlanPrices]);
  const start = readStart(draft);
  const input =
    start === undefined || !isReason(draft.reason)
      ? null
      : { id: plan.id, key, rev: plan.rev, starts_at: start, is_sold: isSold, reason: draft.reason };
  const preview = rehearse.data?.data;
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    rehearse.reset();
    act.reset();
  };
  const name = `\u2068${nameIn(getLocale(), plan)}\u2069`;
  return (
    <StepDialog
      title={isSold ? m.plans_sell_title({ name }) : m.plans_stop_title({ name })}
      error={rehearse.error ?? act.error}
      next={{
        label: preview === undefined ? m.refund_see() : isSold ? m.plans_sell() : m.plans_stop(),
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
              [m.plans_sale(), isSold ? m.plans_sold() : m.plans_not_sold()],
              [
                m.prices_from(),
                draft.starts === 'now' ? m.codes_starts_now() : <Moment key="from" at={preview.starts_at} />,
              ],
              [
                m.prices_until(),
                preview.ends_at === null ? m.plans_until_next() : <Moment key="until" at={preview.ends_at} />,
              ],
            ]}
          />
          <p className="desk-note">{isSold ? m.plans_sell_note() : m.plans_stop_note()}</p>
        </>
      )}
    </StepDialog>
  );
}
