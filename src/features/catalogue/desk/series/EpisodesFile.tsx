import { CsvButton } from '../../../../platform/desk/CsvButton.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import type { DeskEpisode, DeskSeries } from '../../series-contract.ts';
import { nameField } from '../field-texts.ts';
import { describeState } from '../words.ts';

const FIELDS = [
  ...(['season', 'number', 'name_fa', 'name_en', 'minutes', 'release_date'] as const),
  ...(['synopsis_fa', 'synopsis_en'] as const),
];

/** The season that is shown, as it is stored. */
export function EpisodesFile({ series: { id, episodes } }: { series: DeskSeries }) {
  return (
    <CsvButton
      look="link"
      name={`pardeh-episodes-${String(id)}`}
      header={[m.titles_id(), ...FIELDS.map((field) => nameField(field)), m.payment_state(), m.titles_missing()]}
      getRows={() => episodes.map(listCells)}
    />
  );
}

const listCells = (episode: DeskEpisode) => [
  episode.id,
  ...FIELDS.map((field) => episode[field] ?? ''),
  describeState(episode.state).text,
  episode.has_file ? '' : m.series_no_file(),
];
