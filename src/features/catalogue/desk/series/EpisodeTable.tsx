import { useState } from 'react';
import { CallError } from '../../../../platform/desk/call-desk.ts';
import { DraftNote } from '../../../../platform/desk/DraftNote.tsx';
import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { TableBox } from '../../../../platform/desk/TableBox.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
import { moveTo, useMoves } from '../../../../platform/desk/use-moves.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { parseDecimal } from '../../../../platform/text/digits.ts';
import { formatNumber, formatPlain } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { getDeskTitle } from '../../contract.ts';
import { listDeskEpisodes, MAX_EPISODES, updateEpisodes, type DeskSeries } from '../../series-contract.ts';
import { EpisodeRow, type EpisodePanel } from './EpisodeRow.tsx';
import { numberInOrder, sortByNumbers } from './order.ts';
import { StillDialog } from './StillDialog.tsx';
import { SynopsisDialog } from './SynopsisDialog.tsx';
import { EDIT_FIELDS, useEpisodeEdits, type EpisodeField } from './use-episode-edits.ts';

interface Props {
  series: DeskSeries;
  mayWrite: boolean;
  /** Of a paste that is more than a cell. */
  onPasteRows: (text: string) => void;
}

/** Cells are written in place, and the order is one of numbers: all of it is one save. */
export function EpisodeTable({ series, mayWrite, onPasteRows }: Props) {
  const { episodes } = series;
  const first = (series.page - 1) * MAX_EPISODES + 1;
  const edits = useEpisodeEdits(series);
  const save = useAct(updateEpisodes, [listDeskEpisodes, getDeskTitle], [listDeskEpisodes]);
  const [order, setOrder] = useState<number[] | null>(null);
  const [isSorted, setIsSorted] = useState(false);
  const byId = new Map(episodes.map((episode) => [episode.id, episode]));
  const readNumbers = () =>
    new Map(
      episodes.flatMap((episode) => {
        const number = parseDecimal(edits.getText(episode, 'number')) ?? episode.number;
        return number === null ? [] : [[episode.id, number] as const];
      }),
    );
  // A draft of before a reload has numbers alone.
  if (edits.isStored && !isSorted) {
    setIsSorted(true);
    const list = episodes.map(({ id }) => id);
    setOrder(order ?? sortByNumbers(list, readNumbers()));
  }
  const rows = order === null ? episodes : order.flatMap((id) => byId.get(id) ?? []);
  const ids = rows.map(({ id }) => id);
  const renumber = (list: readonly number[], numbers: ReadonlyMap<number, number>) => {
    setOrder([...list]);
    edits.write(
      list.flatMap((id) => {
        const [episode, number] = [byId.get(id), numbers.get(id)];
        return episode && number !== undefined
          ? [{ episode, field: 'number' as const, text: formatPlain(number) }]
          : [];
      }),
    );
  };
  const moves = useMoves((from, to) => {
    const list = moveTo(ids, from, to);
    renumber(list, numberInOrder(list, readNumbers()));
  }, order);
  const clear = () => {
    setOrder(null);
    edits.clear();
  };
  const count = Object.keys(edits.touched).length;
  const hasConflict = episodes.some((episode) => EDIT_FIELDS.some((field) => edits.isConflict(episode, field)));
  const faults = save.error instanceof CallError ? save.error.error.errors : {};
  const getFault = (id: number) => (field: EpisodeField) => faults[`${String(id)}.${field}`]?.[0];
  const [panel, setPanel] = useState<{ name: EpisodePanel; id: number } | null>(null);
  const opened = panel === null ? undefined : byId.get(panel.id);
  const close = () => {
    setPanel(null);
  };
  return (
    <>
      <form
        className="desk-form"
        aria-label={m.series_episodes()}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!/[\t\n]/.test(text.trim())) return;
          event.preventDefault();
          onPasteRows(text);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          const list = edits.listEdits();
          if (list.length > 0) save.mutate({ id: series.id, edits: list }, { onSuccess: clear });
        }}
      >
        <DraftNote isStored={edits.isStored && count > 0} clear={clear} />
        <TableBox label={m.series_episodes()}>
          <table className="desk-table desk-cells" aria-label={m.series_episodes()}>
            <thead>
              <tr>
                {mayWrite && <th scope="col">{m.series_order()}</th>}
                {[m.title_field_number(), m.title_field_name_fa(), m.title_field_name_en()].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">{m.title_field_minutes()}</th>
                <th scope="col">{m.title_field_release_date()}</th>
                <th scope="col">{m.series_synopses()}</th>
                <th scope="col">{m.series_still()}</th>
                <th scope="col">{m.series_state()}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((episode, at) => (
                <EpisodeRow
                  key={episode.id}
                  episode={episode}
                  edits={edits}
                  mayWrite={mayWrite}
                  isBusy={save.isPending}
                  getFault={getFault(episode.id)}
                  place={{ at, last: rows.length - 1 }}
                  moves={moves}
                  onOpen={(name) => {
                    setPanel({ name, id: episode.id });
                  }}
                />
              ))}
            </tbody>
          </table>
        </TableBox>
        <p className="desk-note" role="status">
          {moves.status}
        </p>
        <Refusal error={hasConflict ? null : save.error} />
        {hasConflict && !save.isPending && (
          <p className="desk-refusal" role="alert">
            {m.series_conflict()}
          </p>
        )}
        {save.isSuccess && count === 0 && (
          <p className="desk-note" role="status">
            {m.title_saved()}
          </p>
        )}
        {mayWrite && (
          <div className="desk-buttons">
            {count > 0 && (
              <>
                <Button type="submit" disabled={hasConflict} busy={save.isPending}>
                  {m.title_save()}
                </Button>
                <Button look="line" onClick={clear}>
                  {m.title_drop()}
                </Button>
                <p className="desk-note">{m.series_touched({ count: formatNumber(count) })}</p>
              </>
            )}
            {count === 0 && rows.some(({ number }, at) => number !== first + at) && (
              <Button
                look="line"
                onClick={() => {
                  renumber(ids, new Map(ids.map((id, at) => [id, first + at])));
                }}
              >
                {m.series_renumber({ number: formatPlain(first) })}
              </Button>
            )}
          </div>
        )}
      </form>
      {opened !== undefined && panel?.name === 'synopses' && (
        <SynopsisDialog episode={opened} edits={edits} getFault={getFault(opened.id)} onClose={close} />
      )}
      {opened !== undefined && panel?.name === 'still' && <StillDialog episode={opened} onClose={close} />}
    </>
  );
}
