import { useMediaRemote, useMediaState } from '@vidstack/react';
import { useEffect, useRef } from 'react';
import { formatNumber, formatPlain } from '../../i18n/format.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { Choice } from './Choice.tsx';
import { SubtitleSettings } from './SubtitleSettings.tsx';
import type { Quality } from './use-quality.ts';
import type { Subtitles } from './use-subtitles.ts';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

interface Props {
  quality: Quality;
  subtitles: Subtitles;
  onClose: () => void;
}

/** The settings: quality, speed and subtitles in one panel, a sheet from below on a phone. */
export function SettingsPanel({ quality, subtitles, onClose }: Props) {
  const panel = useRef<HTMLElement>(null);
  const remote = useMediaRemote();
  const rate = useMediaState('playbackRate');

  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Else the same key would close the whole player.
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [onClose]);

  const auto = quality.playing
    ? m.player_quality_auto_now({ height: formatPlain(quality.playing) })
    : m.player_quality_auto();
  const heights = quality.heights.map((height) => ({
    value: String(height),
    label: m.player_quality_height({ height: formatPlain(height) }),
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
      <Choice
        legend={m.player_speed()}
        options={RATES.map((value) => ({ value: String(value), label: rateLabel(value) }))}
        selected={String(rate)}
        onSelect={(value) => remote.changePlaybackRate(Number(value))}
      />
      {subtitles.languages.length > 0 && <SubtitleSettings subtitles={subtitles} />}
    </section>
  );
}

function rateLabel(rate: number): string {
  return rate === 1 ? m.player_speed_normal() : m.player_speed_rate({ rate: formatNumber(rate, 2) });
}
