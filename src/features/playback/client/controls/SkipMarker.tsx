import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { findSkippable, type Marker } from '../../../titles/markers.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';

export function SkipMarker({ markers }: { markers: readonly Marker[] }) {
  const remote = useMediaRemote();
  const started = useMediaState('started');
  const time = useMediaState('currentTime');
  const part = started ? findSkippable(markers, time) : null;
  if (!part) return null;
  return (
    <button type="button" className="player-offer player-skip" onClick={() => remote.seek(part.ends)}>
      {part.kind === 'recap' ? m.player_skip_recap() : m.player_skip_intro()}
    </button>
  );
}
