export const KEY_SYSTEMS = ['clearkey', 'widevine', 'fairplay'] as const;
export type KeySystem = (typeof KEY_SYSTEMS)[number];

/** KEYFORMAT of EXT-X-KEY. */
export const KEY_FORMATS: Readonly<Record<KeySystem, string>> = {
  clearkey: 'org.w3.clearkey',
  widevine: 'urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed',
  fairplay: 'com.apple.streamingkeydelivery',
};

export const FAIRPLAY_URI = 'skd://'; // The key's identifier follows, in hexadecimal
