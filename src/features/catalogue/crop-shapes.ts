import * as v from 'valibot';

export const pictureKey = v.pipe(v.string(), v.maxLength(120));
const fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
export const crop = v.object({ x: fraction, y: fraction, width: fraction, height: fraction });

export const wholePicture = v.object({
  data: v.object({
    source: v.string(),
    /** Pixels of the original, upright. */
    width: v.number(),
    height: v.number(),
    /** Null: the picture is shown by its focal point or its middle. */
    crop: v.nullable(crop),
  }),
});
export type WholePicture = v.InferOutput<typeof wholePicture>['data'];
