import { useState } from 'react';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useChoice } from '../../../platform/desk/use-choice.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import type { EditAnswer } from '../bulk-contract.ts';
import type { ListedTitle } from '../contract.ts';
import type { PriceAnswer } from '../price-contract.ts';
import { BulkPublish } from './BulkPublish.tsx';
import { EditResults } from './EditResults.tsx';
import { EditTitlesDialog } from './EditTitlesDialog.tsx';
import { PriceResults } from './PriceResults.tsx';
import { PriceTitlesDialog } from './PriceTitlesDialog.tsx';
import { TitleTable } from './TitleTable.tsx';
import { nameTitle } from './words.ts';

/** The list's rows to choose from, and the acts on all that are chosen. */
export function ChosenTitles({ rows }: { rows: readonly ListedTitle[] }) {
  const permissions = usePermissions();
  const [edited, setEdited] = useState<{ titles: readonly ListedTitle[]; answer: EditAnswer } | null>(null);
  const [priced, setPriced] = useState<{ titles: readonly ListedTitle[]; answer: PriceAnswer } | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [isPricing, setPricing] = useState(false);
  const choice = useChoice(rows, {
    getId: ({ id }) => id,
    getLabel: (row) => m.bulk_choose({ name: nameTitle(row) }),
  });
  const chosen = rows.filter(({ id }) => choice.ids.includes(id));
  return (
    <>
      {choice.allButton !== null && (
        <div className="desk-bulk desk-buttons">
          {choice.allButton}
          {permissions.includes('titles.write') && chosen.length > 0 && (
            <Button
              look="line"
              onClick={() => {
                setEditing(true);
              }}
            >
              {m.edit_titles_open({ number: formatNumber(chosen.length) })}
            </Button>
          )}
          {permissions.includes('prices.write') && chosen.length > 0 && (
            <Button
              look="line"
              onClick={() => {
                setPricing(true);
              }}
            >
              {m.price_titles_open({ number: formatNumber(chosen.length) })}
            </Button>
          )}
        </div>
      )}
      {permissions.includes('titles.publish') && <BulkPublish rows={rows} ids={choice.ids} clear={choice.clear} />}
      {edited !== null && (
        <div role="status" className="desk-results" aria-label={m.bulk_results()}>
          <EditResults {...edited} isDone />
        </div>
      )}
      {priced !== null && (
        <div role="status" className="desk-results" aria-label={m.bulk_results()}>
          <PriceResults titles={priced.titles} results={priced.answer.results} isDone />
        </div>
      )}
      <TitleTable rows={rows} columns={choice.columns} />
      {isEditing && (
        <EditTitlesDialog
          titles={chosen}
          onDone={(answer) => {
            // The act may take them from the list.
            setEdited({ titles: chosen, answer });
            setPriced(null);
            setEditing(false);
            choice.clear();
          }}
          onClose={() => {
            setEditing(false);
          }}
        />
      )}
      {isPricing && (
        <PriceTitlesDialog
          titles={chosen}
          onDone={(answer) => {
            setPriced({ titles: chosen, answer });
            setEdited(null);
            setPricing(false);
            choice.clear();
          }}
          onClose={() => {
            setPricing(false);
          }}
        />
      )}
    </>
  );
}
