import { nameIn } from '../../../platform/text/locale.ts';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { hasBank, type Debit, type DirectDebit } from './direct-debit.ts';
import { Switch } from '../../../platform/ui/Switch.tsx';

/** What is collected: renewals, anything bought, and new episodes, series by series (spec 2.42). Each saves (4.17). */
export function DebitToggles({ debit, store }: { debit: Debit; store: DirectDebit }) {
  const { configs, series, subscribe_fee: fee, days_period_to_end: days } = debit;
  const renewal = fee > 0 ? m.debit_subscription_fee({ amount: formatNumber(fee) }) : null;
  const left = days === null ? null : m.plans_days_left({ count: formatPlain(days) });
  return (
    <section className="debit-toggles">
      <h3>{m.debit_what()}</h3>
      {!hasBank(debit) && <p className="muted">{m.debit_later()}</p>}
      <Switch
        label={m.debit_subscription()}
        note={[renewal, left].filter((part) => part !== null).join(' ') || undefined}
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
            {series.map((one) => (
              <li key={one.id}>
                {one.poster === null ? <span className="debit-poster" /> : <Poster src={one.poster} />}
                <Switch
                  label={nameIn(getLocale(), one)}
                  note={m.debit_series_fee({ amount: formatNumber(one.subscribe_fee) })}
                  checked={one.directdebit}
                  onChange={(event) => void store.toggle({ series: one.id }, event.currentTarget.checked)}
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
