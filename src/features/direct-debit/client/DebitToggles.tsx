import { nameIn } from '../../../platform/text/locale.ts';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { hasBank, type Debit, type DirectDebit } from './direct-debit.ts';
import { Switch } from '../../../platform/ui/Switch.tsx';

/** Renewals, pay-anything and new episodes by series (spec 2.42). Each toggle saves (4.17). */
export function DebitToggles({ debit, store }: { debit: Debit; store: DirectDebit }) {
  const { configs, series, subscribe_fee: fee, days_period_to_end: days } = debit;
  const renewal = fee > 0 ? m.debit_subscription_fee({ amount: formatNumber(fee) }) : null;
  const daysLeft = days === null ? null : m.plans_days_left({ count: formatPlain(days) });
  return (
    <section className="debit-toggles">
      <h3>{m.debit_what()}</h3>
      {!hasBank(debit) && <p className="muted">{m.debit_later()}</p>}
      <Switch
        label={m.debit_subscription()}
        note={[renewal, daysLeft].filter((note) => note !== null).join(' ') || undefined}
        checked={configs.subscription}
        onChange={(event) => void store.toggle('subscription', event.currentTarget.checked)}
      />
      <Switch
        label={m.debit_anything()}
        note={m.debit_anything_note()}
        checked={configs.pay_anything}
        onChange={(event) => void store.toggle('pay_anything', event.currentTarget.checked)}
      />
      {series.length > 0 && (
        <>
          <h4>{m.debit_series()}</h4>
          <ul className="debit-series">
            {series.map((item) => (
              <li key={item.id}>
                {item.poster === null ? <span className="debit-poster" /> : <Poster src={item.poster} />}
                <Switch
                  label={nameIn(getLocale(), item)}
                  note={m.debit_series_fee({ amount: formatNumber(item.subscribe_fee) })}
                  checked={item.directdebit}
                  onChange={(event) => void store.toggle({ series: item.id }, event.currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Poster({ src }: { src: string }) {
  return <img className="debit-poster" src={src} alt="" width={48} height={72} loading="lazy" decoding="async" />;
}
