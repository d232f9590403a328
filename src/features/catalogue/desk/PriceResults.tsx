import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { ListedTitle } from '../contract.ts';
import { hasPriceChange, type PriceResult } from '../price-contract.ts';
import { describeRefusal } from './bulk-words.ts';
import { describePrice } from './price-text.ts';
import { nameListed } from './words.ts';

interface Props {
  titles: readonly ListedTitle[];
  results: readonly PriceResult[];
  /** False: the rows say what would happen. */
  isDone?: boolean;
}

/** Counts of titles that get the price, have it already, and are refused; then the result of each, refusals first. */
export function PriceResults({ titles, results, isDone = false }: Props) {
  const refused = results.filter(({ error }) => error !== null);
  const changed = results.filter(hasPriceChange);
  const same = results.filter((result) => result.error === null && !hasPriceChange(result));
  const sums = {
    changed: formatNumber(changed.length),
    same: formatNumber(same.length),
    refused: formatNumber(refused.length),
  };
  return (
    <>
      <p>{isDone ? m.price_titles_done(sums) : m.edit_titles_sums(sums)}</p>
      <Table
        label={m.bulk_results()}
        rows={[...refused, ...changed, ...same]}
        getKey={({ id }) => id}
        empty={m.titles_none()}
        columns={[
          { name: m.titles_name(), show: ({ id }) => <bdi>{nameListed(titles, id)}</bdi> },
          { name: m.edit_titles_result(), show: (result) => describeResult(result, isDone) },
          { name: m.title_before(), show: ({ before }) => describePrice(before) },
          {
            name: m.title_after(),
            show: ({ before, after, error }) => describePrice(error === null ? after : before),
          },
        ]}
      />
    </>
  );
}

function describeResult(result: PriceResult, isDone: boolean): string {
  if (result.error === 'title_field') return m.bulk_price_episode();
  if (result.error !== null) return describeRefusal(result.error);
  if (!hasPriceChange(result)) return m.edit_titles_same();
  return isDone ? m.edit_titles_changed() : m.edit_titles_will();
}
