import { useState } from 'react';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { toMomentText } from '../../../platform/desk/moment-text.ts';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useDraft } from '../../../platform/desk/use-draft.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { getDeskTitle, type DeskTitle } from '../contract.ts';
import { planTitlePrice, setTitlePrice } from '../price-contract.ts';
import type { TitlePrice } from '../price.ts';
import { PriceFields, readPrice, readStart, type PriceDraft } from './PriceFields.tsx';
import { describePrice } from './price-text.ts';

const toDraft = (price: TitlePrice | null): PriceDraft & { reason: string } => ({
  ...{ sale: price?.sale ?? 'none', toman: price === null ? '' : formatPlain(price.toman) },
  hours: price?.owned_hours ? formatPlain(price.owned_hours) : '',
  ...{ when: 'now', starts: '', reason: '' },
});

export function PriceDialog({ title, onClose }: { title: DeskTitle; onClose: () => void }) {
  // Another price that comes meanwhile is refused, not written over.
  const [seen, setSeen] = useState(title.price);
  const [form] = useState(() => `price:${String(title.id)}/${String(title.price_rev)}`);
  const { value: draft, isStored, change, clear } = useDraft(form, toDraft(seen));
  const { reason } = draft;
  const [rev, setRev] = useState(title.price_rev);
  const [now] = useState(() => Date.now() / 1000);
  const set = useAct(setTitlePrice, [getDeskTitle], [getDeskTitle]);
  const plan = useAct(planTitlePrice, [getDeskTitle], [getDeskTitle]);
  const price = readPrice(draft);
  const start = readStart(draft, now);
  const act = start === undefined ? set : plan;
  const isReady = price !== undefined && start !== null && isReason(reason);
  const theirs = describeAll(title);
  const isStale = describeAll({ price: seen, price_plans: title.price_plans }) !== theirs || rev !== title.price_rev;
  return (
    <Dialog title={m.price_change()} onClose={onClose}>
      <form
        className="desk-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          const input = { id: title.id, reason: reason.trim() };
          const onSuccess = () => {
            clear();
            onClose();
          };
          if (start === undefined) set.mutate({ ...input, seen, price }, { onSuccess });
          else if (price) plan.mutate({ ...input, rev, price, starts_at: start }, { onSuccess });
        }}
      >
        <DraftNote isStored={isStored} clear={clear} />
        <PriceFields {...{ draft, now, change }} />
        <ReasonField
          value={reason}
          onChange={(text) => {
            change({ reason: text });
          }}
        />
        <Refusal error={act.error} />
        {act.isError && isStale && (
          <p>
            {m.title_theirs()}: <span className="desk-words">{theirs}</span>{' '}
            <Button
              look="link"
              onClick={() => {
                setSeen(title.price);
                setRev(title.price_rev);
                act.reset();
              }}
            >
              {m.title_take_mine()}
            </Button>
          </p>
        )}
        <Button type="submit" disabled={!isReady} busy={act.isPending}>
          {m.price_do()}
        </Button>
      </form>
    </Dialog>
  );
}

/** The price of now, and those that begin later. */
const describeAll = ({ price, price_plans: plans }: Pick<DeskTitle, 'price' | 'price_plans'>) =>
  [
    describePrice(price),
    ...plans.map((one) => m.price_from({ time: toMomentText(one.starts_at), price: describePrice(one.price) })),
  ].join('\n');
