import { useMediaRemote, useMediaState } from '../../hls/client/media/media.tsx';
import { useRef } from 'react';
import type { EntitlementAnswer } from '../../watch-options/contract.ts';
import { DATA_SAVER_HEIGHT } from '../../accounts/preferences.ts';
import { formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { Choice } from './Choice.tsx';
import { BillingNote, formatHourlyData } from '../../data-cost/client/DataMeter.tsx';
import { formatRate } from './format-rate.ts';
import { closePanel } from './panel.ts';
import { PanelLinks } from './PanelLinks.tsx';
import { RATES } from './rates.ts';
import { SleepChoice } from './SleepChoice.tsx';
import { SubtitleSettings } from './SubtitleSettings.tsx';
import { usePanelFocus } from './use-panel-focus.ts';
import type { Quality } from './use-quality.ts';
import type { Subtitles } from './use-subtitles.ts';

const AUDIO = 'audio';

interface Props {
  quality: Quality;
  /** Bits per second; null where there is no variant of sound alone. */
  audio: { bandwidth: number | null; only: boolean; setOnly: (on: boolean) => void };
  billing: EntitlementAnswer['billing'];
  state: EntitlementAnswer['state'];
  saving: boolean;
  subtitles: Subtitles;
  hasChapters: boolean;
}

export function SettingsPanel({ quality, audio, billing, state, saving, subtitles, hasChapters }: Props) {
  const panel = useRef<HTMLElement>(null);
  const remote = useMediaRemote();
  const rate = useMediaState('playbackRate');
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
  const alone =
    audio.bandwidth === null
      ? []
      : [{ value: AUDIO, label: m.player_audio_data({ data: formatHourlyData(audio.bandwidth) }) }];
  const chosen = audio.only ? AUDIO : quality.selected === null ? 'auto' : String(quality.selected);
  const choose = (value: string) => {
    audio.setOnly(value === AUDIO);
    if (value !== AUDIO) quality.select(value === 'auto' ? null : Number(value));
  };
  return (
    <section className="player-panel" ref={panel} aria-label={m.player_settings()}>
      {heights.length + alone.length > 0 && (
        <Choice
          legend={m.player_quality()}
          options={[{ value: 'auto', label: auto }, ...heights, ...alone]}
          selected={chosen}
          onSelect={choose}
        />
      )}
      <BillingNote billing={billing} state={state} />
      {saving && <p className="data-cost-note">{m.player_saving({ height: formatPlain(DATA_SAVER_HEIGHT) })}</p>}
      {tracks.length > 1 && (
        <Choice
          legend={m.player_audio_track()}
          options={tracks.map(({ id, label }) => ({ value: id, label }))}
          selected={track?.id ?? ''}
          onSelect={(wanted) => remote.changeAudioTrack(tracks.findIndex(({ id }) => id === wanted))}
        />
      )}
      <Choice
        legend={m.player_speed()}
        options={RATES.map((value) => ({ value: String(value), label: formatRate(value) }))}
        selected={String(rate)}
        onSelect={(value) => remote.changePlaybackRate(Number(value))}
      />
      <SubtitleSettings subtitles={subtitles} />
      <SleepChoice />
      <PanelLinks hasChapters={hasChapters} />
    </section>
  );
}
