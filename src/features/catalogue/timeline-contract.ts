import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { MARKER_KINDS } from '../titles/markers.ts';

/** Times are whole seconds of the film. */
export const getTimeline = defineCall({
  name: 'getTimeline',
  method: 'GET',
  path: '/operator/titles/:id/timeline',
  summary: "The length and the storyboard of a title's film, with the markers and chapters of its file.",
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({ id: idInput }),
  output: v.object({
    data: v.object({
      has_film: v.boolean(),
      /** No time of a marker or chapter is behind it: of the film, else of the minutes that the title says. */
      length: v.number(),
      /** The moments at which the sheets of the storyboard begin; empty without one. */
      sheets: v.array(v.number()),
      markers: v.array(v.object({ kind: v.picklist(MARKER_KINDS), starts: v.number(), ends: v.number() })),
      chapters: v.array(v.object({ starts: v.number(), ends: v.number(), name_fa: v.string(), name_en: v.string() })),
    }),
  }),
});
export type Timeline = v.InferOutput<typeof getTimeline.output>['data'];
