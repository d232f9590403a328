import { Link } from 'wouter';
import { Day, Facts, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { ErasurePreview } from '../erasures-contract.ts';

/** All that erasing ends: before the request, and for the second member. */
export function ErasureFacts({ preview, reason }: { preview: ErasurePreview; reason: string }) {
  return (
    <Facts
      rows={[
        [m.erase_sessions(), m.erase_at_once()],
        [m.erase_wallet(), <Toman key="wallet" value={preview.wallet} />],
        [m.person_until(), <Moment key="until" at={preview.until} />],
        [m.erase_mandates(), formatNumber(preview.mandates)],
        [m.erase_streams(), formatNumber(preview.streams)],
        [m.erase_purchases(), formatNumber(preview.purchases)],
        [m.erase_lists(), formatNumber(preview.lists)],
        [m.erase_comments(), formatNumber(preview.comments)],
        [m.erase_cards(), formatNumber(preview.gift_cards)],
        [m.erase_on(), <Day key="on" at={preview.erase_at} />],
        [m.reason_label(), <bdi key="reason">{reason}</bdi>],
      ]}
    />
  );
}

export function AccountLink({ id }: { id: number | null }) {
  if (id === null) return m.value_none();
  return (
    <Link className="desk-link" href={`/accounts/${String(id)}`}>
      {formatNumber(id)}
    </Link>
  );
}
