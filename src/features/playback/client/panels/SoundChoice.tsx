import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { Choice } from './Choice.tsx';

export function SoundChoice() {
  const remote = useMediaRemote();
  const tracks = useMediaState('audioTracks');
  const track = useMediaState('audioTrack');
  if (tracks.length < 2) return null;
  return (
    <Choice
      legend={m.player_audio_track()}
      options={tracks.map(({ id, label }) => ({ value: id, label }))}
      selected={track?.id ?? ''}
      onSelect={(wanted) => remote.changeAudioTrack(tracks.findIndex(({ id }) => id === wanted))}
    />
  );
}
