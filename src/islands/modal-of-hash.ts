import { parseModal, type ModalState } from '../stores/modal.ts';

/**
 * The modal that an address names: `#login`, `#plans`, or `#play` and `#content` for the title of the page, whose kind
 * and id are `data-title-kind` and `data-title-id` of the body. Null for every other hash.
 */
export function modalOfHash(hash: string, body: Readonly<Record<string, string | undefined>>): ModalState | null {
  const title = { contentType: body['titleKind'], contentId: body['titleId'] };
  if (hash === '#login') return { name: 'login' };
  if (hash === '#plans') return parseModal({ name: 'plans', ...title });
  if (hash === '#content') return parseModal({ name: 'content', ...title });
  if (hash === '#play') return parseModal({ name: 'player', kind: body['titleKind'], id: body['titleId'] });
  return null;
}
