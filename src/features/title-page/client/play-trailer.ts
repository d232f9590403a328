import { MediaPlayerInstance } from '@pardeh/hls/player';
import { api } from '../../../platform/client/island-api.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { savesData } from '../../data-cost/data-saver.ts';
import { getTrailer } from '../../playback/contract.ts';
import { chooseEngine, createKeyOpener, getAddress, prepareSource } from '../../playback/client/engine/engine.ts';

/** Loads the trailer of the page's title into a video. Gives what unloads it; null where there is none. */
export async function loadTrailer(video: HTMLVideoElement, onFail: () => void): Promise<(() => void) | null> {
  const { titleKind, titleId } = document.body.dataset;
  const title = { kind: titleKind as TitleKind, id: Number(titleId) };
  const answer = await api(getTrailer, title);
  if (!answer.ok || !answer.value.data) return null;
  const { manifest_url: manifest, subtitles } = answer.value.data;
  // A preview has no controls, and its subtitles would cover the title's text.
  for (const { lang, url } of video.controls ? subtitles : []) {
    const track = Object.assign(document.createElement('track'), { kind: 'subtitles', srclang: lang, label: lang });
    track.src = url;
    track.default = lang === document.documentElement.lang;
    (video as ParentNode & HTMLElement).appendChild(track);
  }
  return new MediaPlayerInstance(video).load({
    ...{ engine: chooseEngine(), startAt: null, toFresh: (url: string) => url, onTrouble: () => undefined, onFail },
    url: getAddress(manifest, savesData()),
    openKeySessions: createKeyOpener(title, null),
    ...prepareSource(video, null),
  });
}
