import { Code, Facts, Toman } from '../../../platform/desk/Parts.tsx';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import type { GiftBatchPreview } from '../gift-batches-contract.ts';
import { LedgerTable } from './LedgerTable.tsx';

interface Props {
  preview: GiftBatchPreview;
  buyer: string;
  tracking: string;
  reason: string;
}

/** A batch by its rehearsal: before the press, and for the second member. */
export function GiftBatchFacts({ preview, buyer, tracking, reason }: Props) {
  return (
    <div className="desk-stack">
      <Facts
        rows={[
          [m.batches_plan(), <bdi key="plan">{nameIn(getLocale(), preview)}</bdi>],
          [m.lines_days(), formatNumber(preview.days)],
          [m.batches_count(), formatNumber(preview.count)],
          [m.batches_worth(), <Toman key="worth" value={preview.worth} />],
          [m.batches_sum(), <Toman key="sum" value={preview.toman} />],
          [m.batches_buyer(), <bdi key="buyer">{buyer}</bdi>],
          [m.refund_tracking(), <Code key="tracking" text={tracking} />],
          [m.reason_label(), <bdi key="reason">{reason}</bdi>],
        ]}
      />
      <LedgerTable entries={preview.entries} />
    </div>
  );
}
