import { TextArea } from '../../../../platform/desk/TextArea.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Dialog } from '../../../../platform/ui/Dialog.tsx';
import type { DeskEpisode } from '../../series-contract.ts';
import { nameField } from '../field-texts.ts';
import { CellConflict } from './CellConflict.tsx';
import { SYNOPSES, type EpisodeEdits, type EpisodeField } from './use-episode-edits.ts';

interface Props {
  episode: DeskEpisode;
  edits: EpisodeEdits;
  getFault: (field: EpisodeField) => string | undefined;
  onClose: () => void;
}

/** Both synopses of an episode. They belong to the draft of the table and are saved with it. */
export function SynopsisDialog({ episode, edits, getFault, onClose }: Props) {
  const number = formatPlain(episode.number ?? 0);
  return (
    <Dialog title={m.series_synopses_of({ number })} wide onClose={onClose}>
      <div className="desk-form">
        {SYNOPSES.map((field) => (
          <div key={field}>
            <TextArea
              label={nameField(field)}
              rows={6}
              dir={field === 'synopsis_fa' ? 'rtl' : 'ltr'}
              lang={field === 'synopsis_fa' ? 'fa' : 'en'}
              value={edits.getText(episode, field)}
              error={edits.isConflict(episode, field) ? undefined : getFault(field)}
              onChange={(text) => {
                edits.write([{ episode, field, text }]);
              }}
            />
            <CellConflict episode={episode} field={field} edits={edits} label={nameField(field)} />
          </div>
        ))}
        <p className="desk-note">{m.series_synopses_note()}</p>
        <div className="desk-buttons">
          <Button onClick={onClose}>{m.series_synopses_done()}</Button>
        </div>
      </div>
    </Dialog>
  );
}
