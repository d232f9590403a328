import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import type { DeskEpisode } from '../../series-contract.ts';
import { toCellText, type EpisodeEdits, type EpisodeField } from './use-episode-edits.ts';

interface Props {
  episode: DeskEpisode;
  field: EpisodeField;
  edits: EpisodeEdits;
  label: string;
}

/** The text that somebody else wrote meanwhile; one of both is chosen before the next save. */
export function CellConflict({ episode, field, edits, label }: Props) {
  if (!edits.isConflict(episode, field)) return null;
  return (
    <div className="desk-conflict">
      <span className="desk-refusal">
        {m.title_theirs()}: <bdi>{toCellText(episode, field) || m.title_empty()}</bdi>
      </span>
      <Button
        look="link"
        aria-label={`${m.title_take_theirs()} (${label})`}
        onClick={() => {
          edits.write([{ episode, field, text: toCellText(episode, field) }]);
        }}
      >
        {m.title_take_theirs()}
      </Button>
      <Button
        look="link"
        aria-label={`${m.title_take_mine()} (${label})`}
        onClick={() => {
          edits.takeMine(episode, field);
        }}
      >
        {m.title_take_mine()}
      </Button>
    </div>
  );
}
