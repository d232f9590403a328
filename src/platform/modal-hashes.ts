export const PLAY_HASH = '#play';

/** Every hash that opens a modal; shell/modals/modal-hash.ts maps each to its modal. */
export const MODAL_HASHES = [
  '#login',
  PLAY_HASH,
  '#again',
  '#plans',
  '#credit',
  '#direct-debit',
  '#pay',
  '#content',
] as const;
export type ModalHash = (typeof MODAL_HASHES)[number];
