import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useMemo, type RefObject } from 'react';
import { TextTrack, useMediaState, type MediaPlayerInstance } from '@pardeh/hls/react';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { $playerSettings, changePlayerSettings } from '../../playback/client/player.ts';
import { languageName } from '../../playback/client/subtitles/SubtitleSettings.tsx';
import type { Subtitles } from '../../playback/client/subtitles/use-subtitles.ts';

const EMPTY = 'WEBVTT\n';

export function useLiveSubtitles(ref: RefObject<MediaPlayerInstance | null>): Subtitles {
  const settings = useStore($playerSettings);
  const offered = useMediaState('subtitleLanguages', ref);
  const languages = useMemo(() => [...new Set(offered.map(({ id }) => id))], [offered]);
  const wanted = settings.subtitles ?? getLocale();
  const shownLanguage = languages.includes(wanted) ? wanted : null;
  useEffect(() => {
    const player = ref.current;
    const provider = player?.provider;
    if (!player || !provider || shownLanguage === null) return;
    const track = new TextTrack({
      id: `live-${shownLanguage}`,
      label: languageName(shownLanguage),
      language: shownLanguage,
      content: EMPTY,
    });
    track.mode = 'showing';
    const remove = player.addTextTrack(track);
    void provider.showSubtitles(shownLanguage, (cues) => track.addCues(cues));
    return () => {
      remove();
      void provider.showSubtitles(null, () => undefined);
    };
  }, [ref, shownLanguage, languages]);
  const select = useCallback((language: string | null) => {
    changePlayerSettings(language ? { subtitles: language, lastLanguage: language } : { subtitles: 'off' });
  }, []);
  const last = [settings.lastLanguage, getLocale(), languages[0]].find((one) => one && languages.includes(one)) ?? null;
  const toggle = useCallback(() => select(shownLanguage ? null : last), [select, shownLanguage, last]);
  return { languages, shown: shownLanguage, isLayered: false, own: null, select, toggle };
}
