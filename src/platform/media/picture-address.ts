import { SOCIAL } from '../image-widths.ts';
import { defineMediaAddress } from './define-media-address.ts';

/** `size` in pixels of width, or `social`. */
export const pictureAddress = defineMediaAddress<{ art: string; size: string }>({
  pattern: /^img\/(?<art>[A-Za-z0-9-]+)\/(?:(?<width>\d{1,4})|(?<social>social)\.jpg)$/,
  build: ({ art, size }) => `img/${art}/${size === SOCIAL ? `${SOCIAL}.jpg` : size}`,
  read: ({ art = '', width, social = '' }) => ({ art, size: width ?? social }),
});

export const fallbackAddress = defineMediaAddress<{ kind: string; id: number }>({
  pattern: /^img\/none\/(?<kind>[a-z]+)\/(?<id>\d{1,9})$/,
  build: ({ kind, id }) => `img/none/${kind}/${String(id)}`,
  read: ({ kind = '', id }) => ({ kind, id: Number(id) }),
});
