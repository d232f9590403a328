import { useStore } from '@nanostores/react';
import { useMediaState, type MediaPlayerInstance } from '../../hls/client/media/media.tsx';
import { useCallback, useEffect, type RefObject } from 'react';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { $playerSettings, changePlayerSettings } from './player.ts';

export interface Subtitles {
  languages: readonly string[];
  shown: string | null;
  select: (language: string | null) => void;
  toggle: () => void;
}

/** A manifest may bring tracks in the same language, which stay off. */
export function getTrackId(language: string): string {
  return `pardeh-${language}`;
}

export function useSubtitles(languages: readonly string[], ref: RefObject<MediaPlayerInstance | null>): Subtitles {
  const settings = useStore($playerSettings);
  const tracks = useMediaState('textTracks', ref);
  const wanted = settings.subtitles ?? getLocale();
  const shown = languages.includes(wanted) ? wanted : null;

  useEffect(() => {
    for (const track of tracks) track.mode = shown && track.id === getTrackId(shown) ? 'showing' : 'disabled';
  }, [tracks, shown]);

  const select = useCallback((language: string | null) => {
    changePlayerSettings(language ? { subtitles: language, lastLanguage: language } : { subtitles: 'off' });
  }, []);
  const back =
    [settings.lastLanguage, getLocale(), languages[0]].find((language) => language && languages.includes(language)) ??
    null;
  const toggle = useCallback(() => select(shown ? null : back), [select, shown, back]);
  return { languages, shown, select, toggle };
}
