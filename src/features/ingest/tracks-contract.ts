import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { buildTextInput, reason } from '../../platform/http/calls/reason.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { LANGUAGE } from './upload-rules.ts';
import { trackList } from './tracks.ts';

/** Sounds and subtitles of a film that plays already, in the desk. */

const trackChange = v.object({
  id: v.number(),
  before: trackList,
  after: trackList,
  operator: v.string(),
  reason: v.string(),
  created_at: v.number(),
  /** The change that this one took back. */
  undoes: v.nullable(v.number()),
  may_undo: v.boolean(),
});

const answer = v.object({
  data: v.object({
    has_film: v.boolean(),
    /** Counts the changes: a change names the one that was read. */
    rev: v.number(),
    tracks: trackList,
    /** The newest 20. */
    changes: v.array(trackChange),
  }),
});
export type FilmTracks = v.InferOutput<typeof answer>['data'];

const rev = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const access = { caller: 'operator', permission: 'media.write' } as const;

export const getFilmTracks = defineCall({
  name: 'getFilmTracks',
  method: 'GET',
  path: '/operator/titles/:id/tracks',
  summary: 'The sounds and subtitles of the film that a title plays, and the newest 20 changes of them.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({ id: idInput }),
  output: answer,
});

export const publishSubtitle = defineCall({
  name: 'publishSubtitle',
  method: 'POST',
  path: '/operator/titles/:id/subtitles',
  summary:
    'Repairs subtitles that the operator has sent for a title, and puts them on its film, in place of those of their language and kind.',
  access,
  input: v.object({ id: idInput, rev, upload: v.pipe(v.string(), v.uuid()) }),
  output: answer,
});

export const removeSubtitle = defineCall({
  name: 'removeSubtitle',
  method: 'POST',
  path: '/operator/titles/:id/subtitles/remove',
  summary: 'Takes subtitles from a film; their files stay for an undo.',
  access,
  input: v.object({ id: idInput, rev, name: v.pipe(v.string(), v.regex(/^[\w-]{1,80}$/)), reason }),
  output: answer,
});

export const nameSound = defineCall({
  name: 'nameSound',
  method: 'POST',
  path: '/operator/titles/:id/sounds',
  summary: 'Gives a sound of a film another name and language, as players show them.',
  access,
  input: v.object({
    id: idInput,
    rev,
    /** Its first playlist. */
    uri: v.pipe(v.string(), v.maxLength(200)),
    name: v.pipe(buildTextInput(1, 60), v.regex(/^[^"\u2028\u2029]*$/)),
    language: v.pipe(v.string(), v.regex(LANGUAGE)),
  }),
  output: answer,
});

export const undoTrackChange = defineCall({
  name: 'undoTrackChange',
  method: 'POST',
  path: '/operator/titles/:id/tracks/:change/undo',
  summary: 'Takes the newest change of sounds and subtitles back, as a change of its own.',
  access,
  input: v.object({ id: idInput, change: idInput }),
  output: answer,
});
