import { useStore } from '@nanostores/react';
import { useMediaState, type MediaPlayerInstance } from '@pardeh/hls/react';
import { useCallback, useEffect, type RefObject } from 'react';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { $playerSettings, changePlayerSettings } from '../player.ts';
import { $layer, changeLayer, needsLayer, openLayer, OWN } from './layer.ts';

export interface Subtitles {
  languages: readonly string[];
  shown: string | null;
  isLayered: boolean;
  own: string | null;
  select: (language: string | null) => void;
  toggle: () => void;
}

/** A manifest may bring tracks in the same language, which stay off. */
export function getTrackId(language: string): string {
  return `pardeh-${language}`;
}

export function useSubtitles(
  titleId: number,
  languages: readonly string[],
  ref: RefObject<MediaPlayerInstance | null>,
): Subtitles {
  const settings = useStore($playerSettings);
  const tracks = useMediaState('textTracks', ref);
  const wanted = settings.subtitles ?? getLocale();
  const layer = useStore($layer);
  const isLayered = layer.titleId === titleId && needsLayer(layer);
  const language = languages.includes(wanted) ? wanted : null;
  const shownTrack = isLayered && layer.showsOwn ? OWN : language;

  useEffect(() => openLayer(titleId), [titleId]);

  useEffect(() => {
    for (const track of tracks)
      track.mode = shownTrack && !isLayered && track.id === getTrackId(shownTrack) ? 'showing' : 'disabled';
  }, [tracks, shownTrack, isLayered]);

  const select = useCallback((language: string | null) => {
    changeLayer({ showsOwn: language === OWN });
    if (language !== OWN)
      changePlayerSettings(language ? { subtitles: language, lastLanguage: language } : { subtitles: 'off' });
  }, []);
  const back =
    (layer.own && OWN) ??
    [settings.lastLanguage, getLocale(), languages[0]].find((language) => language && languages.includes(language)) ??
    null;
  const toggle = useCallback(() => select(shownTrack ? null : back), [select, shownTrack, back]);
  return { languages, shown: shownTrack, isLayered, own: layer.own?.name ?? null, select, toggle };
}
