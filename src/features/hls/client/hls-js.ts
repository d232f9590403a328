/** Whether hls.js can work here: it needs Media Source Extensions, which older iPhones lack. */
export function canUseHlsJs(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}
