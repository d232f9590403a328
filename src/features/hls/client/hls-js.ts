/** hls.js needs Media Source Extensions, which older iPhones lack. */
export function canUseHlsJs(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}
