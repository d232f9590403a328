import { useState } from 'react';
import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { toMomentText } from '../../../platform/desk/moment-text.ts';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { readWhole } from '../../../platform/text/digits.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { readMoment } from '../../../platform/text/moment.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { getDeskTitle, type DeskTitle } from '../contract.ts';
import { planTitlePrice, setTitlePrice } from '../price-contract.ts';
import { MAX_OWNED_HOURS, MAX_PRICE_TOMAN, MIN_PRICE_TOMAN, type TitlePrice } from '../price.ts';
import { describePrice } from './price-text.ts';

type Sale = TitlePrice['sale'] | 'none';

export function PriceDialog({ title, onClose }: { title: DeskTitle; onClose: () => void }) {
  // Another price that comes meanwhile is refused, not written over.
  const [seen, setSeen] = useState(title.price);
  const [sale, setSale] = useState<Sale>(seen?.sale ?? 'none');
  const [toman, setToman] = useState(seen === null ? '' : formatPlain(seen.toman));
  const [hours, setHours] = useState(seen?.owned_hours ? formatPlain(seen.owned_hours) : '');
  const [reason, setReason] = useState('');
  const [isLater, setIsLater] = useState(false);
  const [starts, setStarts] = useState('');
  const [rev, setRev] = useState(title.price_rev);
  const [now] = useState(() => Date.now() / 1000);
  const set = useAct(setTitlePrice, [getDeskTitle], [getDeskTitle]);
  const plan = useAct(planTitlePrice, [getDeskTitle], [getDeskTitle]);
  const price = readPrice(sale, toman, hours);
  const at = readMoment(starts);
  const mayPlan = sale !== 'none';
  const isPlan = mayPlan && isLater;
  const act = isPlan ? plan : set;
  const isReady = price !== undefined && isReason(reason) && (!isPlan || (at !== null && at > now));
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
          if (!isPlan) set.mutate({ ...input, seen, price }, { onSuccess: onClose });
          else if (price && at !== null) plan.mutate({ ...input, rev, price, starts_at: at }, { onSuccess: onClose });
        }}
      >
        <p>{isPlan ? m.price_note_later() : m.price_note()}</p>
        <Select<Sale>
          label={m.price_sale()}
          value={sale}
          options={[
            ['none', m.price_none()],
            ['beside', m.price_beside()],
            ['only', m.price_only()],
          ]}
          onChange={setSale}
        />
        {sale !== 'none' && (
          <div className="desk-pair">
            <Field
              label={m.price_toman()}
              hint={m.price_toman_hint()}
              value={toman}
              inputMode="numeric"
              onChange={({ target }) => {
                setToman(target.value);
              }}
            />
            <Field
              label={m.price_hours()}
              hint={m.price_hours_hint()}
              value={hours}
              inputMode="numeric"
              onChange={({ target }) => {
                setHours(target.value);
              }}
            />
          </div>
        )}
        {mayPlan && (
          <div className="desk-pair">
            <Select<'now' | 'later'>
              label={m.codes_starts()}
              value={isLater ? 'later' : 'now'}
              options={[
                ['now', m.codes_starts_now()],
                ['later', m.codes_starts_later()],
              ]}
              onChange={(when) => {
                setIsLater(when === 'later');
              }}
            />
            {isLater && <MomentField label={m.prices_start_time()} value={starts} onChange={setStarts} />}
          </div>
        )}
        {isPlan && at !== null && at <= now && (
          <p className="desk-refusal" role="alert">
            {m.price_past()}
          </p>
        )}
        {isPlan && price && at !== null && at > now && (
          <p role="status">{m.price_from({ time: toMomentText(at), price: describePrice(price) })}</p>
        )}
        <ReasonField value={reason} onChange={setReason} />
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

/** Undefined for texts that are not a price. */
function readPrice(sale: Sale, tomanText: string, hoursText: string): TitlePrice | null | undefined {
  if (sale === 'none') return null;
  const toman = parseToman(tomanText);
  const hours = hoursText.trim() === '' ? null : Number(readWhole(hoursText) ?? NaN);
  if (!toman.ok || toman.value < MIN_PRICE_TOMAN || toman.value > MAX_PRICE_TOMAN) return undefined;
  if (hours !== null && !(hours >= 1 && hours <= MAX_OWNED_HOURS)) return undefined;
  return { toman: toman.value, sale, owned_hours: hours };
}
