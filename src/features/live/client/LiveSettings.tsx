import { useRef } from 'react';
import { useMediaRemote, useMediaState } from '../../hls/client/media/media.tsx';
import { DATA_SAVER_HEIGHT } from '../../accounts/preferences.ts';
import { formatHourlyData } from '../../data-cost/client/DataMeter.tsx';
import { formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { Choice } from '../../playback/client/Choice.tsx';
import { closePanel } from '../../playback/client/panel.ts';
import { PanelLinks } from '../../playback/client/PanelLinks.tsx';
import { SubtitleSettings } from '../../playback/client/SubtitleSettings.tsx';
import { usePanelFocus } from '../../playback/client/use-panel-focus.ts';
import type { Quality } from '../../playback/client/use-quality.ts';
import type { Subtitles } from '../../playback/client/use-subtitles.ts';

interface Props {
  quality: Quality;
  isSaving: boolean;
  subtitles: Subtitles;
}

export function LiveSettings({ quality, isSaving, subtitles }: Props) {
  const panel = useRef<HTMLElement>(null);
  const remote = useMediaRemote();
  const tracks = useMediaState('audioTracks');
  const track = useMediaState('audioTrack');
  usePanelFocus(panel, 'input:checked', closePanel);
  const auto = quality.playing
    ? m.player_quality_auto_now({ height: formatPlain(quality.playing) })
    : m.player_quality_auto();
  const heights = quality.renditions.map(({ height, bandwidth }) => ({
    value: String(height),
    label: m.player_quality_data({ height: formatPlain(height), data: formatHourlyData(bandwidth) }),
  }));
  return (
    <section className="player-panel" ref={panel} aria-label={m.player_settings()}>
      {heights.length > 0 && (
        <Choice
          legend={m.player_quality()}
          options={[{ value: 'auto', label: auto }, ...heights]}
          selected={quality.selected === null ? 'auto' : String(quality.selected)}
          onSelect={(value) => quality.select(value === 'auto' ? null : Number(value))}
        />
      )}
      {isSaving && <p className="data-cost-note">{m.player_saving({ height: formatPlain(DATA_SAVER_HEIGHT) })}</p>}
      {tracks.length > 1 && (
        <Choice
          legend={m.player_audio_track()}
          options={tracks.map(({ id, label }) => ({ value: id, label }))}
          selected={track?.id ?? ''}
          onSelect={(id) => remote.changeAudioTrack(tracks.findIndex((one) => one.id === id))}
        />
      )}
      {subtitles.languages.length > 0 && <SubtitleSettings subtitles={subtitles} isLive />}
      <PanelLinks hasChapters={false} />
    </section>
  );
}
