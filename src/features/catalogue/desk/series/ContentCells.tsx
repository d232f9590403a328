import { IMAGE_WIDTHS } from '../../../../platform/image-widths.ts';
import { paths } from '../../../../platform/paths.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import type { DeskEpisode } from '../../series-contract.ts';
import { SYNOPSES, type EpisodeEdits } from './use-episode-edits.ts';

interface Props {
  episode: DeskEpisode;
  number: string;
  mayWrite: boolean;
  onOpen: () => void;
}

const SOURCES: Record<DeskEpisode['still_source'], () => string> = {
  own: m.series_still_own,
  film: m.series_still_film,
  none: m.series_no_still,
};

export function StillCell({ episode: { still, still_source: source }, number, mayWrite, onOpen }: Props) {
  return (
    <span className="desk-still">
      {still !== null && (
        <img
          src={paths.image(still, IMAGE_WIDTHS.still[0])}
          alt={m.series_still_of({ number })}
          width={IMAGE_WIDTHS.still[0]}
          loading="lazy"
        />
      )}
      <span className="desk-note">{SOURCES[source]()}</span>
      {mayWrite && (
        <Button look="link" aria-label={`${m.series_still_set()} (${m.series_still_of({ number })})`} onClick={onOpen}>
          {m.series_still_set()}
        </Button>
      )}
    </span>
  );
}

export function SynopsisCell({ episode, number, mayWrite, onOpen, edits }: Props & { edits: EpisodeEdits }) {
  const isTouched = SYNOPSES.some((field) => edits.isTouched(episode, field));
  const text = edits.getText(episode, getLocale() === 'fa' ? 'synopsis_fa' : 'synopsis_en');
  return (
    <span className={isTouched ? 'desk-synopsis desk-cell-touched' : 'desk-synopsis'}>
      <bdi className="desk-clip">{text || m.title_empty()}</bdi>
      {mayWrite && (
        <Button look="link" aria-label={m.series_synopses_of({ number })} onClick={onOpen}>
          {m.series_synopses()}
        </Button>
      )}
    </span>
  );
}
