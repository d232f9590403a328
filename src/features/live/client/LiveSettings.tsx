import { useRef } from 'react';
import { DATA_SAVER_HEIGHT } from '../../accounts/preferences.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { Choice } from '../../playback/client/Choice.tsx';
import { closePanel } from '../../playback/client/panel.ts';
import { PanelLinks } from '../../playback/client/PanelLinks.tsx';
import { getSelected, listQualityOptions, selectQuality } from '../../playback/client/quality-options.ts';
import { SoundChoice } from '../../playback/client/SoundChoice.tsx';
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
  usePanelFocus(panel, 'input:checked', closePanel);
  const { auto, heights } = listQualityOptions(quality);
  return (
    <section className="player-panel" ref={panel} aria-label={m.player_settings()}>
      {heights.length > 0 && (
        <Choice
          legend={m.player_quality()}
          options={[auto, ...heights]}
          selected={getSelected(quality)}
          onSelect={(value) => selectQuality(quality, value)}
        />
      )}
      {isSaving && <p className="data-cost-note">{m.player_saving({ height: String(DATA_SAVER_HEIGHT) })}</p>}
      <SoundChoice />
      {subtitles.languages.length > 0 && <SubtitleSettings subtitles={subtitles} isLive />}
      <PanelLinks hasChapters={false} />
    </section>
  );
}
