import { useStore } from '@nanostores/react';
import {
  SUBTITLE_BACKGROUNDS,
  SUBTITLE_COLOURS,
  SUBTITLE_SIZES,
  type SubtitleBackground,
  type SubtitleColour,
  type SubtitleSize,
} from '../../../accounts/preferences.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { $playerSettings, changePlayerSettings } from '../player.ts';
import { Choice } from '../panels/Choice.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { OWN } from './layer.ts';
import type { Subtitles } from './use-subtitles.ts';

const SubtitleExtras = lazyPart(async () => (await import('./SubtitleExtras.tsx')).SubtitleExtras);

const SIZE_LABELS: Record<SubtitleSize, () => string> = {
  small: m.player_size_small,
  medium: m.player_size_medium,
  large: m.player_size_large,
  huge: m.player_size_huge,
};
const COLOUR_LABELS: Record<SubtitleColour, () => string> = {
  white: m.subtitle_colour_white,
  yellow: m.subtitle_colour_yellow,
  cyan: m.subtitle_colour_cyan,
};
const BACKGROUND_LABELS: Record<SubtitleBackground, () => string> = {
  none: m.player_background_none,
  half: m.player_background_half,
  solid: m.player_background_solid,
};

interface Props {
  subtitles: Subtitles;
  isLive?: boolean;
}

export function SubtitleSettings({ subtitles, isLive = false }: Props) {
  const { size, background, colour } = useStore($playerSettings);
  const languages = subtitles.languages.map((language) => ({ value: language, label: languageName(language) }));
  const ownFile = subtitles.own === null ? [] : [{ value: OWN, label: subtitles.own }];
  return (
    <>
      <Choice
        legend={m.player_subtitles()}
        options={[{ value: 'off', label: m.player_subtitles_none() }, ...languages, ...ownFile]}
        selected={subtitles.shown ?? 'off'}
        onSelect={(value) => subtitles.select(value === 'off' ? null : value)}
      />
      {!isLive && <SubtitleExtras languages={languages} shown={subtitles.shown} />}
      <Choice
        legend={m.player_subtitle_size()}
        options={SUBTITLE_SIZES.map((value) => ({ value, label: SIZE_LABELS[value]() }))}
        selected={size}
        onSelect={(value) => changePlayerSettings({ size: value })}
      />
      <Choice
        legend={m.player_subtitle_colour()}
        options={SUBTITLE_COLOURS.map((value) => ({ value, label: COLOUR_LABELS[value]() }))}
        selected={colour}
        onSelect={(value) => changePlayerSettings({ colour: value })}
      />
      <Choice
        legend={m.player_subtitle_background()}
        options={SUBTITLE_BACKGROUNDS.map((value) => ({ value, label: BACKGROUND_LABELS[value]() }))}
        selected={background}
        onSelect={(value) => changePlayerSettings({ background: value })}
      />
    </>
  );
}

/** A provider may have languages that we have no name for: then the code. */
export function languageName(language: string): string {
  if (language === 'fa') return m.player_language_fa();
  return language === 'en' ? m.player_language_en() : language;
}
