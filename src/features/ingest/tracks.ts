import * as v from 'valibot';
import { TEXT_KINDS, type TextKind } from './upload-rules.ts';

/** Sounds and subtitles of a published film, as `master.m3u8` lists them and `track_changes` stores them. */
export const trackList = v.object({
  sounds: v.array(
    v.object({ uris: v.array(v.string()), name: v.string(), language: v.string(), isDescription: v.boolean() }),
  ),
  subtitles: v.array(
    v.object({
      /** Of its files below `subs`. */
      name: v.string(),
      language: v.string(),
      kind: v.picklist(TEXT_KINDS),
      /** The file that the desk has put there; null for those of the film's own work. */
      upload: v.nullable(v.string()),
    }),
  ),
});
export type TrackList = v.InferOutput<typeof trackList>;
export type Subtitle = TrackList['subtitles'][number];

/** In place of that of its language and kind, else behind the full ones before those for the deaf and the forced ones. */
export function putSubtitle(list: readonly Subtitle[], subtitle: Subtitle): Subtitle[] {
  const at = list.findIndex((one) => isSameKind(one, subtitle));
  if (at >= 0) return list.filter((one) => !isSameKind(one, subtitle)).toSpliced(at, 0, subtitle);
  const next = list.findIndex(({ kind }) => rankKind(kind) > rankKind(subtitle.kind));
  return list.toSpliced(next < 0 ? list.length : next, 0, subtitle);
}

export const isSameKind = (a: Subtitle, b: Subtitle) => a.language === b.language && a.kind === b.kind;
const rankKind = (kind: TextKind) => TEXT_KINDS.indexOf(kind);

/** Languages that a page names; nobody chooses forced subtitles. */
export function listTrackLanguages({ sounds, subtitles }: TrackList): { sounds: string[]; subtitles: string[] } {
  const list = (tracks: readonly { language: string }[]) => [...new Set(tracks.map(({ language }) => language))];
  return {
    sounds: list(sounds).filter((language) => !['', 'und', 'zxx'].includes(language)),
    subtitles: list(subtitles.filter(({ kind }) => kind !== 'forced')),
  };
}
