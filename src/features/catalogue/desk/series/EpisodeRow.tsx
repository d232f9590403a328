import { Link } from 'wouter';
import { OrderCell } from '../../../../platform/desk/OrderCell.tsx';
import { Badge } from '../../../../platform/desk/Parts.tsx';
import type { Moves } from '../../../../platform/desk/use-moves.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../../platform/text/format.ts';
import type { DeskEpisode } from '../../series-contract.ts';
import { nameField } from '../field-texts.ts';
import { describeState } from '../words.ts';
import { CellConflict } from './CellConflict.tsx';
import { StillCell, SynopsisCell } from './ContentCells.tsx';
import { TABLE_FIELDS, type EpisodeEdits, type TableField } from './use-episode-edits.ts';

interface Props {
  episode: DeskEpisode;
  edits: EpisodeEdits;
  mayWrite: boolean;
  isBusy: boolean;
  getFault: (field: TableField) => string | undefined;
  place: { at: number; last: number };
  moves: Moves;
  onOpen: (panel: EpisodePanel) => void;
}
export type EpisodePanel = 'synopses' | 'still';

const IS_HIDDEN: readonly DeskEpisode['state'][] = ['draft', 'scheduled', 'hidden'];

export function EpisodeRow({ episode, edits, mayWrite, isBusy, getFault, place, moves, onOpen }: Props) {
  const { id } = episode;
  const number = formatPlain(episode.number ?? 0);
  const state = describeState(episode.state);
  return (
    <tr {...moves.getRow(place.at)}>
      {mayWrite && (
        <td data-name={m.series_order()}>
          <OrderCell
            id={String(id)}
            labels={{ up: m.series_up({ number }), down: m.series_down({ number }) }}
            {...{ moves, place, isBusy }}
          />
        </td>
      )}
      {TABLE_FIELDS.map((field) => (
        <td key={field} data-name={nameField(field)}>
          <Cell
            {...{ episode, field, edits, isBusy, mayWrite, number }}
            fault={edits.isConflict(episode, field) ? undefined : getFault(field)}
          />
        </td>
      ))}
      <td data-name={m.series_synopses()}>
        <SynopsisCell
          {...{ episode, number, mayWrite, edits }}
          onOpen={() => {
            onOpen('synopses');
          }}
        />
      </td>
      <td data-name={m.series_still()}>
        <StillCell
          {...{ episode, number, mayWrite }}
          onOpen={() => {
            onOpen('still');
          }}
        />
      </td>
      <td data-name={m.series_state()}>
        <span className="desk-badges">
          {!episode.has_file && <Badge tone="open">{m.series_no_file()}</Badge>}
          {IS_HIDDEN.includes(episode.state) && <Badge tone={state.tone}>{state.text}</Badge>}
          <Link className="desk-link" href={`/titles/${String(id)}`} aria-label={m.series_open({ number })}>
            {m.series_record()}
          </Link>
        </span>
      </td>
    </tr>
  );
}

interface CellProps extends Pick<Props, 'episode' | 'edits' | 'isBusy' | 'mayWrite'> {
  field: TableField;
  /** Of the episode, for the name of the field. */
  number: string;
  fault: string | undefined;
}

function Cell({ episode, field, edits, isBusy, mayWrite, number, fault }: CellProps) {
  const text = edits.getText(episode, field);
  const dir = field === 'name_fa' ? 'rtl' : 'ltr';
  if (!mayWrite)
    return (
      <bdi dir={dir} lang={field === 'name_en' ? 'en' : 'fa'}>
        {text}
      </bdi>
    );
  const label = m.series_cell({ field: nameField(field), number });
  return (
    <>
      <input
        className={edits.isTouched(episode, field) ? 'desk-cell desk-cell-touched' : 'desk-cell'}
        data-field={field}
        aria-label={label}
        aria-invalid={fault !== undefined || undefined}
        dir={dir}
        lang={field === 'name_en' ? 'en' : 'fa'}
        disabled={isBusy}
        value={text}
        onChange={(event) => {
          edits.write([{ episode, field, text: event.target.value }]);
        }}
      />
      {fault !== undefined && <p className="desk-refusal">{fault}</p>}
      <CellConflict episode={episode} field={field} edits={edits} label={label} />
    </>
  );
}
