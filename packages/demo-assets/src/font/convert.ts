// @ts-expect-error The package has no types.
import untyped from 'fontverter';

/** A font in another container. */
export const { convert: convertFont } = untyped as {
  convert: (font: Buffer, to: 'truetype' | 'woff2') => Promise<Buffer>;
};
