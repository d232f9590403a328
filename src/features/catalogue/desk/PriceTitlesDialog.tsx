import { useState } from 'react';
import { isReason, ReasonField } from '../../../platform/desk/ReasonField.tsx';
import { Steps } from '../../../platform/desk/Steps.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { useSteps } from '../../../platform/desk/use-steps.ts';
import type { Input } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { getDeskTitle, listDeskTitles, type ListedTitle } from '../contract.ts';
import { hasPriceChange, setTitlePrices, type PriceAnswer } from '../price-contract.ts';
import { PriceFields, PriceStart, readPrice, readStart, type PriceDraft } from './PriceFields.tsx';
import { PriceResults } from './PriceResults.tsx';

interface Draft extends PriceDraft {
  reason: string;
}
const EMPTY: Draft = { sale: 'beside', toman: '', hours: '', when: 'now', starts: '', reason: '' };

interface Props {
  titles: readonly ListedTitle[];
  onDone: (answer: PriceAnswer) => void;
  onClose: () => void;
}

export function PriceTitlesDialog({ titles, onDone, onClose }: Props) {
  const [now] = useState(() => Date.now() / 1000);
  const rehearse = useAct(setTitlePrices);
  const act = useAct(setTitlePrices, [listDeskTitles, getDeskTitle], [listDeskTitles, getDeskTitle]);
  const results = rehearse.data?.data.results ?? [];
  const steps = useSteps({
    form: 'price-titles',
    empty: EMPTY,
    read: (draft): Input<typeof setTitlePrices> | null => {
      const price = readPrice(draft);
      const start = readStart(draft, now);
      if (price === undefined || start === null || !isReason(draft.reason)) return null;
      const later = start === undefined ? {} : { starts_at: start };
      return { titles: titles.map(({ id }) => ({ id })), price, ...later, reason: draft.reason.trim() };
    },
    rehearse,
    rehearsal: { rehearse: true },
    make: {
      ...act,
      mutate: (input, options) => {
        act.mutate({ ...input, titles: results.map(({ id, seen, rev }) => ({ id, seen, rev })) }, options);
      },
    },
    onDone: ({ data }) => {
      onDone(data);
    },
  });
  return (
    <Steps
      title={m.price_titles_title({ number: formatNumber(titles.length) })}
      {...{ steps, onClose }}
      label={m.price_titles_do({ number: formatNumber(results.filter(hasPriceChange).length) })}
      hasEffect={(preview) => preview.results.some(hasPriceChange)}
      facts={(preview) => (
        <>
          <PriceStart draft={steps.draft} now={now} />
          <PriceResults titles={titles} results={preview.results} />
        </>
      )}
    >
      <PriceFields draft={steps.draft} now={now} change={steps.change} />
      <ReasonField
        value={steps.draft.reason}
        onChange={(reason) => {
          steps.change({ reason });
        }}
      />
    </Steps>
  );
}
