import { useRef } from 'react';
import { DATA_SAVER_HEIGHT } from '../../accounts/preferences.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { Choice } from '../../playback/client/panels/Choice.tsx';
import { closePanel } from '../../playback/client/panels/panel.ts';
import { PanelLinks } from '../../playback/client/panels/PanelLinks.tsx';
import { getSelected, listQualityOptions, selectQuality } from '../../playback/client/quality/quality-options.ts';
import { SoundChoice } from '../../playback/client/panels/SoundChoice.tsx';
import { SubtitleSettings } from '../../playback/client/subtitles/SubtitleSettings.tsx';
import { usePanelFocus } from '../../playback/client/panels/use-panel-focus.ts';
import type { Quality } from '../../playback/client/quality/use-quality.ts';
import type { Subtitles } from '../../playback/client/subtitles/use-subtitles.ts';

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
      <PanelLinks hasChapters={false} page={location.pathname} />
    </section>
  );
}
