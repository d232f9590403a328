import { MODAL_HASHES, PLAY_HASH, type ModalHash } from '../../platform/modal-hashes.ts';
import { parseModal, type ModalState } from '../../platform/client/modal.ts';

/**
 * The modal that an address names: `#login`, `#plans`, `#credit`, `#direct-debit`, or `#play`, `#pay` and `#content` for
 * the title of the page, whose kind and id are `data-title-kind` and `data-title-id` of the body. On the page of a live
 * item (`data-live-id`), `#play` is what is on and `#again` the programme that `?from=` names. Null for every other hash.
 */
export function modalOfHash(
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

/** The hash by which a page that is loaded anew opens this modal again; null where it has none for it. */
export function hashOfModal(
  modal: ModalState,
  body: Readonly<Record<string, string | undefined>>,
  search = '',
): string | null {
  const wanted = JSON.stringify(modal);
  return MODAL_HASHES.find((hash) => JSON.stringify(modalOfHash(hash, body, search)) === wanted) ?? null;
}
