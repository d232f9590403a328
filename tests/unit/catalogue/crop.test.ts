import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CROP_FIELDS,
  CROP_RATIOS,
  findCropFault,
  getMaxZoom,
  MIN_CROP_WIDTHS,
  moveFocus,
  RATIOS,
  roundCrop,
  type Crop,
} from '../../../src/features/catalogue/crop.ts';
import { listCuts } from '../../../src/features/images/server/crop-picture.ts';

const POSTER = { width: 1000, height: 1500 };
const part = (x: number, y: number, width: number, height: number): Crop => ({ x, y, width, height });

/** Parts of a picture that an editor can set, with the pixels of the picture. */
const parts = fc
  .record({
    field: fc.constantFrom(...CROP_FIELDS, 'portrait' as const),
    size: fc.record({ width: fc.integer({ min: 500, max: 8000 }), height: fc.integer({ min: 400, max: 5000 }) }),
    zoom: fc.double({ min: 0, max: 1, noNaN: true }),
    across: fc.double({ min: 0, max: 1, noNaN: true }),
    down: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .filter(({ field, size }) => getMaxZoom(field, size) >= 1)
  .map(({ field, size, zoom, across, down }) => {
    const ratio = RATIOS[CROP_RATIOS[field]];
    const most = Math.min(size.width, size.height * ratio);
    const least = MIN_CROP_WIDTHS[field] + 1;
    const pixels = Math.max(least, most - zoom * (most - least));
    const [width, height] = [Math.min(1, pixels / size.width), Math.min(1, pixels / ratio / size.height)];
    return { field, size, crop: part(across * (1 - width), down * (1 - height), width, height) };
  });

describe('a crop', () => {
  it('may be stored wherever an editor moves it, also as rounded numbers', () => {
    fc.assert(
      fc.property(parts, ({ field, size, crop }) => {
        const rounded = roundCrop(crop);
        expect(findCropFault(rounded, field, size)).toBe(null);
        expect(roundCrop(rounded)).toEqual(rounded);
      }),
    );
  });

  it('is refused outside of the picture, of another ratio, and with fewer pixels than an upload may have', () => {
    expect(findCropFault(part(0, 0, 1, 1), 'art', POSTER)).toBe(null);
    expect(findCropFault(part(-0.01, 0, 0.5, 0.5), 'art', POSTER)).toBe('outside');
    expect(findCropFault(part(0.6, 0, 0.5, 0.5), 'art', POSTER)).toBe('outside');
    expect(findCropFault(part(0, 0.6, 0.5, 0.5), 'art', POSTER)).toBe('outside');
    expect(findCropFault(part(0, 0, 0, 0), 'art', POSTER)).toBe('outside');
    expect(findCropFault(part(0, 0, Number.NaN, 0.5), 'art', POSTER)).toBe('outside');
    expect(findCropFault(part(0, 0, 0.5, 0.4), 'art', POSTER)).toBe('ratio');
    expect(findCropFault(part(0, 0, 1, 1), 'social', POSTER)).toBe('ratio');
    expect(findCropFault(part(0, 0, 0.18, 0.18), 'art', POSTER)).toBe(null);
    expect(findCropFault(part(0, 0, 0.17, 0.17), 'art', POSTER)).toBe('small');
    expect(findCropFault(part(0, 0, 0.24, 0.09), 'stills', POSTER)).toBe(null);
    expect(findCropFault(part(0, 0, 0.23, 0.0863), 'stills', POSTER)).toBe('small');
    expect(findCropFault(part(0, 0.2, 1, 0.6667), 'portrait', POSTER)).toBe(null);
    expect(findCropFault(part(0, 0, 1, 1), 'portrait', POSTER)).toBe('ratio');
    expect(findCropFault(part(0, 0, 0.112, 0.0747), 'portrait', POSTER)).toBe(null);
    expect(findCropFault(part(0, 0, 0.111, 0.074), 'portrait', POSTER)).toBe('small');
    expect(getMaxZoom('art', { width: 180, height: 270 })).toBe(1);
    expect(getMaxZoom('social', { width: 240, height: 360 })).toBeLessThan(1);
  });

  it('moves a focal point to the same place of the picture, and back', () => {
    const crop = part(0.5, 0.25, 0.5, 0.5);
    expect(moveFocus({ x: 75, y: 50 }, null, crop)).toEqual({ x: 50, y: 50 });
    expect(moveFocus({ x: 50, y: 50 }, crop, null)).toEqual({ x: 75, y: 50 });
    expect(moveFocus({ x: 50, y: 50 }, crop, part(0.25, 0, 0.75, 0.75))).toEqual({ x: 67, y: 67 });
    expect(moveFocus({ x: 10, y: 90 }, null, crop)).toEqual({ x: 0, y: 100 });
  });
});

describe('the steps of a cut', () => {
  it('end with the part in its ratio, at most as wide as it is shown, and hold no more than eight million pixels', () => {
    fc.assert(
      fc.property(parts, ({ field, size, crop }) => {
        const cuts = listCuts(size, crop, 1920);
        const last = cuts.at(-1) ?? { width: 0, height: 1 };
        expect(last.width).toBeLessThanOrEqual(1921);
        expect(last.width).toBeLessThanOrEqual(crop.width * size.width + 1);
        const ratio = RATIOS[CROP_RATIOS[field]];
        expect(Math.abs(last.width - last.height * ratio)).toBeLessThan(4);
        for (const { width, height } of cuts) expect(width * height).toBeLessThan(8_010_000);
      }),
    );
  });

  it('leave out the sides that stay', () => {
    expect(listCuts(POSTER, part(0, 0, 1, 1), 1200)).toEqual([{ width: 1000, height: 1500, gravity: 'left' }]);
    expect(listCuts(POSTER, part(0.5, 0.25, 0.5, 0.5), 1200).map(({ gravity }) => gravity)).toEqual([
      'left',
      'right',
      'top',
      'bottom',
    ]);
  });
});
