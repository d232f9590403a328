import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { toMomentText } from '../../../platform/desk/moment-text.ts';
import { Select } from '../../../platform/desk/Select.tsx';
import { readWhole } from '../../../platform/text/digits.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { readMoment } from '../../../platform/text/moment.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import { MAX_OWNED_HOURS, MAX_PRICE_TOMAN, MIN_PRICE_TOMAN, type TitlePrice } from '../price.ts';
import { describePrice } from './price-text.ts';

export interface PriceDraft extends Record<string, string> {
  sale: string;
  toman: string;
  hours: string;
  when: string;
  starts: string;
}

/** Undefined for texts that are not a price. */
export function readPrice({ sale, toman: tomanText, hours: hoursText }: PriceDraft): TitlePrice | null | undefined {
  if (sale === 'none') return null;
  const toman = parseToman(tomanText);
  const hours = hoursText.trim() === '' ? null : Number(readWhole(hoursText) ?? NaN);
  if (!toman.ok || toman.value < MIN_PRICE_TOMAN || toman.value > MAX_PRICE_TOMAN) return undefined;
  if (hours !== null && !(hours >= 1 && hours <= MAX_OWNED_HOURS)) return undefined;
  return { toman: toman.value, sale: sale === 'only' ? 'only' : 'beside', owned_hours: hours };
}

/** Epoch seconds; undefined: from now on; null for a text that is not a time, or one that is past. */
export function readStart({ sale, when, starts }: PriceDraft, now: number): number | null | undefined {
  if (sale === 'none' || when !== 'later') return undefined;
  const at = readMoment(starts);
  return at !== null && at > now ? at : null;
}

interface Props {
  draft: PriceDraft;
  /** Epoch seconds. */
  now: number;
  change: (part: Partial<PriceDraft>) => void;
}

export function PriceFields({ draft, now, change }: Props) {
  const { sale, toman, hours, when, starts } = draft;
  const start = readStart(draft, now);
  return (
    <>
      <p>{start === undefined ? m.price_note() : m.price_note_later()}</p>
      <Select<string>
        label={m.price_sale()}
        value={sale}
        options={[
          ['none', m.price_none()],
          ['beside', m.price_beside()],
          ['only', m.price_only()],
        ]}
        onChange={(value) => {
          change({ sale: value });
        }}
      />
      {sale !== 'none' && (
        <>
          <div className="desk-pair">
            <Field
              label={m.price_toman()}
              hint={m.price_toman_hint()}
              value={toman}
              inputMode="numeric"
              onChange={({ target }) => {
                change({ toman: target.value });
              }}
            />
            <Field
              label={m.price_hours()}
              hint={m.price_hours_hint()}
              value={hours}
              inputMode="numeric"
              onChange={({ target }) => {
                change({ hours: target.value });
              }}
            />
          </div>
          <div className="desk-pair">
            <Select<string>
              label={m.codes_starts()}
              value={when}
              options={[
                ['now', m.codes_starts_now()],
                ['later', m.codes_starts_later()],
              ]}
              onChange={(value) => {
                change({ when: value });
              }}
            />
            {when === 'later' && (
              <MomentField
                label={m.prices_start_time()}
                value={starts}
                onChange={(value) => {
                  change({ starts: value });
                }}
              />
            )}
          </div>
        </>
      )}
      {start === null && readMoment(starts) !== null && (
        <p className="desk-refusal" role="alert">
          {m.price_past()}
        </p>
      )}
      <PriceStart draft={draft} now={now} />
    </>
  );
}

/** From when a planned price counts. */
export function PriceStart({ draft, now }: Omit<Props, 'change'>) {
  const price = readPrice(draft);
  const start = readStart(draft, now);
  if (typeof start !== 'number' || !price) return null;
  return <p role="status">{m.price_from({ time: toMomentText(start), price: describePrice(price) })}</p>;
}
