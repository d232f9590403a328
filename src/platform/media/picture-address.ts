import { SOCIAL } from '../image-widths.ts';
import { defineMediaAddress } from './define-media-address.ts';

/** `size` in pixels of width, or `social`. */
export const pictureAddress = defineMediaAddress<{ art: string; size: string }>({
  pattern: /^img\/(?<art>[A-Za-z0-9-]+)\/(?:(?<width>\d{1,4})|(?<social>social)\.jpg)$/,
  build: ({ art, size }) => `img/${art}/${size === SOCIAL ? `${SOCIAL}.jpg` : size}`,
  read: ({ art = '', width, social = '' }) => ({ art, size: width ?? social }),
});

/** A square PNG. */
export const iconAddress = defineMediaAddress<{ art: string; size: number }>({
  pattern: /^icon\/(?<art>[A-Za-z0-9-]+)\/(?<size>192|512)\.png$/,
  build: ({ art, size }) => `icon/${art}/${String(size)}.png`,
  read: ({ art = '', size }) => ({ art, size: Number(size) }),
});

export const fallbackAddress = defineMediaAddress<{ kind: string; id: number }>({
  pattern: /^img\/none\/(?<kind>[a-z]+)\/(?<id>\d{1,9})$/,
  build: ({ kind, id }) => `img/none/${kind}/${String(id)}`,
  read: ({ kind = '', id }) => ({ kind, id: Number(id) }),
});
