import { useState } from 'react';
import { DayField } from '../../../platform/desk/DayField.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { isoDay } from '../../../platform/text/iso-day.ts';
import { parseToman } from '../../../platform/text/money.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { METHODS, type Method } from '../../ledger/payment-kinds.ts';
import { PAYMENT_STATES, type PaymentState } from '../../payments/payment-state.ts';
import { describeState, nameMethod } from './words.ts';

const NAMES = ['q', 'state', 'method', 'from', 'until', 'total'] as const;
const MAX_QUERY_CHARS = 200;
type Name = (typeof NAMES)[number];
type Filters = Partial<Record<Exclude<Name, 'q' | 'state' | 'method'> | 'number', string>> & {
  state?: PaymentState;
  method?: Method;
};

/** The filters of the address, without what is not one, and what changes them. */
export function usePaymentFilters() {
  const [query, setQuery] = useQueryParam('q');
  const [state, setState] = useQueryParam('state');
  const [method, setMethod] = useQueryParam('method');
  const [from, setFrom] = useQueryParam('from');
  const [until, setUntil] = useQueryParam('until');
  const [total, setTotal] = useQueryParam('total');
  const setters = { q: setQuery, state: setState, method: setMethod, from: setFrom, until: setUntil, total: setTotal };
  const isDay = (text: string | null) =>
    /^20\d\d-\d\d-\d\d$/.test(text ?? '') && Number.isFinite(Date.parse(text ?? ''));
  const number = query?.trim().slice(0, MAX_QUERY_CHARS) ?? '';
  const filters: Filters = {
    ...(number !== '' && { number }),
    ...(PAYMENT_STATES.some((option) => option === state) && { state: state as PaymentState }),
    ...(METHODS.some((option) => option === method) && { method: method as Method }),
    ...(isDay(from) && { from: from ?? '' }),
    ...(isDay(until) && { until: until ?? '' }),
    ...(/^\d{1,12}$/.test(total ?? '') && { total: total ?? '' }),
  };
  return {
    filters,
    set: (name: Name, value: string) => {
      setters[name](value, ['before']);
    },
    clear: () => {
      setState(null, [...NAMES, 'before']);
    },
  };
}

export function PaymentFilters({ filters, set, clear }: ReturnType<typeof usePaymentFilters>) {
  const [today] = useState(() => isoDay(Math.floor(Date.now() / 1000)));
  return (
    <div className="desk-filters" role="search" aria-label={m.payments_filters()}>
      <NumberField
        key={`q ${filters.number ?? ''}`}
        number={filters.number ?? ''}
        onChange={(number) => {
          set('q', number);
        }}
      />
      <Select<PaymentState | ''>
        label={m.payment_state()}
        value={filters.state ?? ''}
        options={[['', m.filter_all()], ...PAYMENT_STATES.map((key) => [key, describeState(key).text] as const)]}
        onChange={(value) => {
          set('state', value);
        }}
      />
      <Select<Method | ''>
        label={m.payment_method()}
        value={filters.method ?? ''}
        options={[['', m.filter_all()], ...METHODS.map((key) => [key, nameMethod(key)] as const)]}
        onChange={(value) => {
          set('method', value);
        }}
      />
      {(['from', 'until'] as const).map((name) => (
        <DayField
          key={name}
          label={name === 'from' ? m.payments_from() : m.payments_until()}
          max={today}
          isOptional
          value={filters[name] ?? ''}
          onChange={(day) => {
            set(name, day);
          }}
        />
      ))}
      <TotalField
        key={`total ${filters.total ?? ''}`}
        total={filters.total}
        onChange={(total) => {
          set('total', total);
        }}
      />
      {Object.keys(filters).length > 0 && (
        <Button look="link" onClick={clear}>
          {m.payments_clear()}
        </Button>
      )}
    </div>
  );
}

/** Counts at Enter, or when it is left. */
function NumberField({ number, onChange }: { number: string; onChange: (number: string) => void }) {
  const [text, setText] = useState(number);
  const apply = () => {
    if (text.trim() !== number) onChange(text.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field
        label={m.payments_number()}
        maxLength={MAX_QUERY_CHARS}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onBlur={apply}
      />
    </form>
  );
}

function TotalField({ total, onChange }: { total: string | undefined; onChange: (total: string) => void }) {
  const initial = total === undefined ? '' : formatNumber(Number(total));
  const [text, setText] = useState(initial);
  const sum = parseToman(text);
  const apply = () => {
    if (text.trim() === '') onChange('');
    else if (sum.ok) onChange(String(sum.value));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field
        label={m.payments_total()}
        inputMode="numeric"
        maxLength={20}
        value={text}
        aria-invalid={(text.trim() !== '' && !sum.ok) || undefined}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onBlur={apply}
      />
    </form>
  );
}
