import { MODAL_HASHES, PLAY_HASH, type ModalHash } from '../../platform/modal-hashes.ts';
import { parseModal, type ModalState } from '../../platform/client/modal.ts';

/** `#play`, `#pay` and `#content` are for the body's `data-title-*`; `#play` and `#again` for its `data-live-id`. */
export function parseModalHash(
  hash: string,
  body: Readonly<Record<string, string | undefined>>,
  search = '',
): ModalState | null {
  const { titleKind: kind, titleId: id, liveId: channel } = body;
  switch (hash as ModalHash) {
    case '#login':
    case '#credit':
    case '#direct-debit':
      return parseModal({ name: hash.slice(1) });
    case '#plans':
      return parseModal({ name: 'plans', contentType: kind, contentId: id });
    case PLAY_HASH:
      return parseModal(channel === undefined ? { name: 'player', kind, id } : { name: 'live', channel });
    case '#again':
      return parseModal({ name: 'live', channel, from: new URLSearchParams(search).get('from') ?? '' });
    case '#content':
      return parseModal({ name: 'content', contentType: kind, contentId: id });
    case '#pay':
      return id === undefined ? null : parseModal({ name: 'pay', itemType: kind, itemId: id });
    default:
      return null;
  }
}

/** The hash that opens the modal again after a reload; null where there is none. */
export function getModalHash(
  modal: ModalState,
  body: Readonly<Record<string, string | undefined>>,
  search = '',
): string | null {
  const target = JSON.stringify(modal);
  return MODAL_HASHES.find((hash) => JSON.stringify(parseModalHash(hash, body, search)) === target) ?? null;
}
