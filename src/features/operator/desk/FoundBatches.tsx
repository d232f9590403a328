import { Link } from 'wouter';
import { Code } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { listGiftBatches } from '../gift-batches-contract.ts';

/** Cards for sale outside whose transfer, or whose payment, has this number: they are nobody's account. */
export function FoundBatches({ number }: { number: string }) {
  const mayRead = usePermissions().includes('payments.read');
  const { data, isPlaceholderData } = useCall(listGiftBatches, { number: number.slice(0, 80) }, { enabled: mayRead });
  if (data === undefined || isPlaceholderData) return null;
  return data.data.map((batch) => (
    <p key={batch.id}>
      {m.batches_title()}:{' '}
      <Link className="desk-link" href={`/payments/${batch.id}`}>
        {m.batches_of({ count: formatNumber(batch.count), name: nameIn(getLocale(), batch) })}
      </Link>{' '}
      <bdi>{batch.buyer}</bdi> <Code text={batch.tracking} />
    </p>
  ));
}
