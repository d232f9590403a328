import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { MAX_PICTURE_BYTES } from '../titles/picture-rules.ts';
import { FROM_FILM, ART_FIELDS, PICTURE_FIELDS, UPLOAD_FIELDS, type ArtField } from './art-fields.ts';
import { CROP_FIELDS } from './crop.ts';
import { crop, pictureKey as key, wholePicture } from './crop-shapes.ts';

/** Pictures of titles in the desk. Keys of pictures are as in the tables; percent are from a picture's left and top. */

const values = v.object(
  Object.fromEntries(ART_FIELDS.map((field) => [field, v.nullable(v.string())])) as Record<
    ArtField,
    v.NullableSchema<v.StringSchema<undefined>, undefined>
  >,
);
const answer = v.object({
  data: v.object({
    /** By field; lists by commas. */
    values,
    /** The title has a film of its own, from which stills are picked. */
    has_film: v.boolean(),
    /** By the keys of pictures that are cropped: those of the whole ones. */
    cropped: v.record(v.string(), v.string()),
    /** Of an episode: what its pages have from its series. `link` keys the picture beside a link. */
    series: v.nullable(
      v.object({
        name_fa: v.string(),
        name_en: v.string(),
        backdrop: v.nullable(v.string()),
        link: v.nullable(v.string()),
      }),
    ),
  }),
});
export type TitleArt = v.InferOutput<typeof answer>['data'];

export const getTitleArt = defineCall({
  name: 'getTitleArt',
  method: 'GET',
  path: '/operator/titles/:id/art',
  summary: 'The pictures of a title.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({ id: idInput }),
  output: answer,
});

/** The value of the field that was seen; an empty text for none. Another value by now is refused. */
const seen = v.pipe(v.string(), v.maxLength(3000));

export const uploadTitlePicture = defineCall({
  name: 'uploadTitlePicture',
  method: 'POST',
  path: '/operator/titles/:id/art/:field',
  summary:
    'Stores a picture of a title, by the checks of an import: JPEG, PNG, WebP or AVIF of at most 20 MB, whose type is that of `Content-Type`. `stills` gets one more.',
  access: { caller: 'operator', permission: 'titles.write' },
  upload: MAX_PICTURE_BYTES,
  input: v.object({
    id: idInput,
    field: v.picklist(UPLOAD_FIELDS),
    seen,
    source: v.optional(v.literal(FROM_FILM)),
  }),
  output: answer,
});

export const removeTitlePicture = defineCall({
  name: 'removeTitlePicture',
  method: 'POST',
  path: '/operator/titles/:id/art/:field/remove',
  summary: 'Takes a picture from a title; the file stays for an undo.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({ id: idInput, field: v.picklist(PICTURE_FIELDS), seen }),
  output: answer,
});

/** A trailer comes by an upload of the kind `trailer` (src/features/ingest). */
export const removeTrailer = defineCall({
  name: 'removeTrailer',
  method: 'POST',
  path: '/operator/titles/:id/trailer/remove',
  summary: 'Takes the trailer from a title; its files stay for an undo.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({ id: idInput, seen }),
  output: answer,
});

/** Of the title's own film; its moments are in seconds. */
export const getStoryboard = defineCall({
  name: 'getStoryboard',
  method: 'GET',
  path: '/operator/titles/:id/storyboard',
  summary: "A sheet of the storyboard of a title's film, with the moment and place of each picture on it.",
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({
    id: idInput,
    sheet: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number)), '0'),
  }),
  output: v.object({
    data: v.object({
      sheets: v.number(),
      /** A JPEG in base64. */
      image: v.string(),
      pictures: v.array(
        v.object({ at: v.number(), x: v.number(), y: v.number(), width: v.number(), height: v.number() }),
      ),
    }),
  }),
});
export type Storyboard = v.InferOutput<typeof getStoryboard.output>['data'];

export const getFilmFrame = defineCall({
  name: 'getFilmFrame',
  method: 'GET',
  path: '/operator/titles/:id/frame',
  summary: "The key frame at a moment of a title's film, from its largest H.264 picture, for a decoder of the browser.",
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object({ id: idInput, at: v.pipe(v.string(), v.regex(/^\d{1,6}(\.\d{1,20})?$/), v.transform(Number)) }),
  output: v.object({
    data: v.object({
      at: v.number(),
      /** The moments of its neighbours. */
      previous: v.nullable(v.number()),
      next: v.nullable(v.number()),
      codec: v.string(),
      /** The decoder's record (`avcC`) and the picture, in base64. */
      description: v.string(),
      picture: v.string(),
    }),
  }),
});
export type FilmFrame = v.InferOutput<typeof getFilmFrame.output>['data'];

const percent = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100));

export const setTitleFocus = defineCall({
  name: 'setTitleFocus',
  method: 'POST',
  path: '/operator/titles/:id/focus',
  summary: 'Sets the focal point of the backdrop, in whole percent from its left and its top.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({ id: idInput, x: percent, y: percent, seen }),
  output: answer,
});

const cropPlace = {
  id: idInput,
  field: v.picklist(CROP_FIELDS),
  /** Which of `stills`; other fields have one picture. */
  picture: v.optional(key),
};

export const getTitleCrop = defineCall({
  name: 'getTitleCrop',
  method: 'GET',
  path: '/operator/titles/:id/art/:field/crop',
  summary: 'The whole picture behind a field, or behind one of `stills`, with its pixels and the part that is shown.',
  access: { caller: 'operator', permission: 'titles.read' },
  input: v.object(cropPlace),
  output: wholePicture,
});

export const setTitleCrop = defineCall({
  name: 'setTitleCrop',
  method: 'POST',
  path: '/operator/titles/:id/art/:field/crop',
  summary:
    'Shows a part of a picture for its ratio (2:3, 16:9, or 1200:630 beside a link), in fractions of the whole picture. The original stays, and all sizes are made of the part. One of `stills` keeps its place.',
  access: { caller: 'operator', permission: 'titles.write' },
  isSlow: true,
  input: v.object({ ...cropPlace, source: key, seen, ...crop.entries }),
  output: answer,
});

export const removeTitleCrop = defineCall({
  name: 'removeTitleCrop',
  method: 'POST',
  path: '/operator/titles/:id/art/:field/crop/remove',
  summary: 'Shows the whole picture again, by its focal point or its middle.',
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({ ...cropPlace, seen }),
  output: answer,
});

export const setTitleStills = defineCall({
  name: 'setTitleStills',
  method: 'POST',
  path: '/operator/titles/:id/stills',
  summary: "Orders the stills of a title's gallery, or leaves some out.",
  access: { caller: 'operator', permission: 'titles.write' },
  input: v.object({ id: idInput, keys: v.pipe(v.array(key), v.maxLength(20)), seen }),
  output: answer,
});
