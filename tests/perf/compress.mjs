import { brotliCompressSync, constants, createBrotliCompress } from 'node:zlib';

/** An edge compresses a text made for one request less than a file that stays. */
const DYNAMIC_QUALITY = 5;
const STATIC_QUALITY = 11;
const TEXT =
  /^(?:text\/|image\/svg\+xml|font\/[ot]tf|application\/(?:javascript|json|xml|wasm|manifest\+json|[\w.-]+\+(?:json|xml)))/i;

/** Whether brotli makes this smaller; pictures, WOFF2 and video are compressed already. @param {string} [type] */
export function isText(type = '') {
  return TEXT.test(type);
}

/**
 * Brotli of a whole text as the edge would send it.
 * @param {string | Buffer} text
 * @param {{once?: boolean}} [how] `once`: a page made for one request; else a file that stays
 * @returns {Buffer}
 */
export function brotli(text, { once = false } = {}) {
  const quality = once ? DYNAMIC_QUALITY : STATIC_QUALITY;
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** A stream of brotli for one request that holds nothing back: what goes in comes out at once. */
export function brotliStream() {
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: DYNAMIC_QUALITY },
  });
}
