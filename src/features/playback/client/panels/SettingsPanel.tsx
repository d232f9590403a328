import { useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { useRef } from 'react';
import type { EntitlementAnswer } from '../../../paywall/contract.ts';
import { DATA_SAVER_HEIGHT } from '../../../accounts/preferences.ts';
import { formatNumber } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { Choice } from './Choice.tsx';
import { BillingNote, formatHourlyData } from '../../../data-cost/client/DataMeter.tsx';
import { formatRate } from './format-rate.ts';
import { closePanel } from './panel.ts';
import { PanelLinks } from './PanelLinks.tsx';
import { getSelected, listQualityOptions, selectQuality } from '../quality/quality-options.ts';
import { SoundChoice } from './SoundChoice.tsx';
import { RATES } from './rates.ts';
import { SubtitleSettings } from '../subtitles/SubtitleSettings.tsx';
import { usePanelFocus } from './use-panel-focus.ts';
import type { Quality } from '../quality/use-quality.ts';
import type { Subtitles } from '../subtitles/use-subtitles.ts';
import { useStore } from '@nanostores/react';
import { $sleep, getSleepChoice, setSleep, SLEEP_MINUTES } from './sleep-timer.ts';

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
  /** Path of the title. */
  page: string;
}

export function SettingsPanel({ quality, audio, billing, state, saving, subtitles, hasChapters, page }: Props) {
  const panel = useRef<HTMLElement>(null);
  const remote = useMediaRemote();
  const rate = useMediaState('playbackRate');

  usePanelFocus(panel, 'input:checked', closePanel);

  const { auto, heights } = listQualityOptions(quality);
  const alone =
    audio.bandwidth === null
      ? []
      : [{ value: AUDIO, label: m.player_audio_data({ data: formatHourlyData(audio.bandwidth) }) }];
  const chosen = audio.only ? AUDIO : getSelected(quality);
  const choose = (value: string) => {
    audio.setOnly(value === AUDIO);
    if (value !== AUDIO) selectQuality(quality, value);
  };
  return (
    <section className="player-panel" ref={panel} aria-label={m.player_settings()}>
      {heights.length + alone.length > 0 && (
        <Choice
          legend={m.player_quality()}
          options={[auto, ...heights, ...alone]}
          selected={chosen}
          onSelect={choose}
        />
      )}
      <BillingNote billing={billing} state={state} />
      {saving && <p className="data-cost-note">{m.player_saving({ height: String(DATA_SAVER_HEIGHT) })}</p>}
      <SoundChoice />
      <Choice
        legend={m.player_speed()}
        options={RATES.map((value) => ({ value: String(value), label: formatRate(value) }))}
        selected={String(rate)}
        onSelect={(value) => remote.changePlaybackRate(Number(value))}
      />
      <SubtitleSettings subtitles={subtitles} />
      <SleepChoice />
      <PanelLinks hasChapters={hasChapters} page={page} />
    </section>
  );
}

function SleepChoice() {
  const sleep = useStore($sleep);
  return (
    <Choice
      legend={m.player_sleep()}
      options={[
        { value: 'off', label: m.player_sleep_off() },
        ...SLEEP_MINUTES.map((minutes) => ({
          value: String(minutes),
          label: m.player_minutes({ minutes: formatNumber(minutes) }),
        })),
        { value: 'end', label: m.player_sleep_end() },
      ]}
      selected={getSleepChoice(sleep)}
      onSelect={(choice) => setSleep(choice, Date.now())}
    />
  );
}
