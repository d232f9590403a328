import { useEffect, useRef } from 'react';
import { useMediaState } from './hooks.ts';

/** The cues of the track that is shown, below, or above where the file says so. */
export function Captions({ className, textDir }: { className: string; textDir: 'ltr' | 'rtl' }) {
  const tracks = useMediaState('textTracks');
  const element = useRef<HTMLDivElement>(null);
  const track = tracks.find(({ mode }) => mode === 'showing') ?? null;
  useEffect(() => {
    const draw = () => {
      if (element.current) element.current.textContent = '';
      for (const cue of track?.activeCues ?? []) drawCue(cue, element.current);
    };
    draw();
    track?.addEventListener('cue-change', draw);
    return () => track?.removeEventListener('cue-change', draw);
  }, [track]);
  return <div ref={element} className={className} dir={textDir} data-dir={textDir} aria-hidden="true" />;
}

/** Percent of the height above which a line stays at the top. */
const UPPER_HALF = 50;

function drawCue(cue: TextTrackCue, captions: HTMLElement | null): void {
  if (!(cue instanceof VTTCue)) return;
  const { line, snapToLines, align } = cue;
  const isUpper = typeof line === 'number' && (snapToLines ? line >= 0 && line < 5 : line < UPPER_HALF);
  const display = document.createElement('div');
  display.dataset['part'] = 'cue-display';
  display.dataset['place'] = isUpper ? 'top' : 'bottom';
  display.style.textAlign = align;
  const text = document.createElement('div');
  text.dataset['part'] = 'cue';
  text.appendChild(cue.getCueAsHTML());
  display.appendChild(text);
  captions?.appendChild(display);
}
