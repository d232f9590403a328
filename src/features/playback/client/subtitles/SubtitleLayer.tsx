import { useStore } from '@nanostores/react';
import { useMediaState } from '@pardeh/hls/react';
import type { CSSProperties } from 'react';
import { useStyles } from '../../../../platform/ui/use-styles.ts';
import type { Cue } from '../../../../platform/media/subtitles/cue.ts';
import type { Run } from '../../../../platform/media/subtitles/styled-text.ts';
import { findActive } from './cues.ts';
import { $layer } from './layer.ts';
import css from './subtitle-layer.css?inline';
import { useCues, type Source } from './use-cues.ts';

interface Props {
  sources: readonly Source[];
  shown: string | null;
}

export function SubtitleLayer({ sources, shown }: Props) {
  useStyles(css);
  const { offset, own, second, secondAbove } = useStore($layer);
  const time = useMediaState('currentTime') - offset;
  const main = useCues(shown, sources, own);
  const other = useCues(second === shown ? null : second, sources, own);
  return (
    <div className="player-cues">
      <Cues cues={findActive(other.cues, time)} rtl={other.rtl} kind={secondAbove ? 'above' : 'second'} />
      <Cues cues={findActive(main.cues, time)} rtl={main.rtl} kind="main" />
    </div>
  );
}

function Cues({ cues, rtl, kind }: { cues: readonly Cue[]; rtl: boolean; kind: 'main' | 'second' | 'above' }) {
  const dir = rtl ? 'rtl' : 'ltr';
  const [placed, unplaced] = [cues.filter((cue) => cue.place), cues.filter((cue) => !cue.place)];
  return (
    <>
      {unplaced.length > 0 && (
        <div className="player-cue" data-kind={kind} dir={dir}>
          {unplaced.map((cue, at) => (
            <Lines key={`${cue.from} ${at}`} cue={cue} />
          ))}
        </div>
      )}
      {placed.map((cue, at) => (
        <div key={`${cue.from} ${at}`} className="player-cue" data-kind={kind} dir={dir} {...toPlace(cue)}>
          <Lines cue={cue} />
        </div>
      ))}
    </>
  );
}

function toPlace({ place }: Cue) {
  if (!place) return {};
  const { align, at } = place;
  const style = at ? ({ '--x': String(at.x), '--y': String(at.y) } as CSSProperties) : undefined;
  return { 'data-align': align, 'data-at': at ? '' : undefined, style };
}

function Lines({ cue }: { cue: Cue }) {
  return (
    <>
      {cue.lines.map((line, at) => (
        <p key={at}>
          <span>
            {line.map((run, index) => (
              <Text key={index} run={run} />
            ))}
          </span>
        </p>
      ))}
    </>
  );
}

function Text({ run }: { run: Run }) {
  const { text, italic, bold, underline, colour } = run;
  if (!italic && !bold && !underline && colour === null) return text;
  const style: CSSProperties = {
    ...(italic && { fontStyle: 'italic' }),
    ...(bold && { fontWeight: 700 }),
    ...(underline && { textDecoration: 'underline' }),
    ...(colour !== null && { color: colour }),
  };
  return <span style={style}>{text}</span>;
}
