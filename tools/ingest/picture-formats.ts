export interface Size {
  width: number;
  height: number;
}

/**
 * The largest picture of a film whose size or shape changes, as displayed; null where neither does. `formats` are those
 * of ffmpeg's `showinfo`.
 */
export function findLargestPicture(formats: readonly string[]): Size | null {
  if (formats.length < 2) return null;
  const sizes = formats.map((format) => {
    const [, above = '1', below = '1', width = '0', height = '0'] = /sar:(\d+)\/(\d+) s:(\d+)x(\d+)/.exec(format) ?? [];
    const shape = Number(above) > 0 && Number(below) > 0 ? Number(above) / Number(below) : 1;
    return { width: Math.round(Number(width) * shape), height: Number(height) };
  });
  return sizes.reduce((largest, size) => (size.width * size.height > largest.width * largest.height ? size : largest));
}

/** A format of `showinfo` or `ashowinfo` for the operator. */
export function describeFormat(format: string): string {
  const [, pixels, above = '1', below = '1', size = ''] = /fmt:(\S+) sar:(\d+)\/(\d+) s:(\S+)/.exec(format) ?? [];
  if (pixels !== undefined)
    return `${size.replace('x', '×')} (${pixels}${above === below ? '' : `, pixels of ${above}:${below}`})`;
  const [, channels, rate] = /channels:(\d+) .*rate:(\d+)/.exec(format) ?? [];
  return `${channels ?? '?'} channels at ${rate ?? '?'} Hz`;
}
