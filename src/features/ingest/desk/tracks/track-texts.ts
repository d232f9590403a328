import { nameLanguage } from '../../../../platform/text/code-names.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { isSameKind, type Subtitle, type TrackList } from '../../tracks.ts';
import { nameTextKind } from '../words.ts';

export const nameSubtitle = ({ language, kind }: Subtitle) => `${nameLanguage(language)} (${nameTextKind(kind)})`;

/** A line for each track that a change added, removed or named. */
export function describeChange(before: TrackList, after: TrackList): string[] {
  const isIn = (list: TrackList, one: Subtitle) => list.subtitles.some(({ name }) => name === one.name);
  const added = after.subtitles.filter((one) => !isIn(before, one));
  const removed = before.subtitles.filter((one) => !isIn(after, one));
  const isReplaced = (one: Subtitle) => removed.some((other) => isSameKind(other, one));
  return [
    ...added.map((one) =>
      isReplaced(one) ? m.tracks_replaced({ name: nameSubtitle(one) }) : m.tracks_added({ name: nameSubtitle(one) }),
    ),
    ...removed
      .filter((one) => !added.some((other) => isSameKind(other, one)))
      .map((one) => m.tracks_removed({ name: nameSubtitle(one) })),
    ...after.sounds.flatMap(({ uris, name, language }) => {
      const old = before.sounds.find((one) => one.uris[0] === uris[0]);
      if (!old || (old.name === name && old.language === language)) return [];
      return [m.tracks_renamed({ before: old.name, after: name, language: nameLanguage(language) })];
    }),
  ];
}
