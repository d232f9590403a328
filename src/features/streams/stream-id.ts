/** `<user>-<item>-<random>-<session>`, numbers in base 36. Part of the signed viewer of a media address (decision 087). */
export interface Stream {
  user: number;
  item: StreamItem;
  session: string | null; // The start of the hash of the token by which it was asked for
}
export interface StreamItem {
  kind: 'title' | 'channel';
  id: number;
}

const STREAM = /^([0-9a-z]{1,10})-([tc])([0-9a-z]{1,10})-[0-9a-z]{10,16}(?:-([0-9a-f]{8}))?$/;
export const SESSION_LENGTH = 8;
/** The length of a viewer's tag (platform/http/session/viewer.ts). */
const TAG_LENGTH = 22;

export function createStreamId(user: number, { kind, id }: StreamItem, session: string | null = null): string {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  const item = (kind === 'title' ? 't' : 'c') + id.toString(36);
  const parts = [user.toString(36), item, random.toString(36).padStart(13, '0')];
  return [...parts, ...(session === null ? [] : [session])].join('-');
}

export function parseStreamId(text: string): Stream | null {
  const [, user = '', letter, id = '', session = null] = STREAM.exec(text) ?? [];
  if (letter === undefined) return null;
  const item = { kind: letter === 't' ? 'title' : 'channel', id: parseInt(id, 36) } as const;
  return { user: parseInt(user, 36), item, session };
}

export function joinViewer(tag: string, stream: string | null): string {
  return stream === null ? tag : `${tag}-${stream}`;
}

/** The viewer of an address: a tag, with the stream where the account's streams are limited. */
export function splitViewer(viewer: string): { tag: string; stream: string | null } {
  const stream = viewer.charAt(TAG_LENGTH) === '-' ? viewer.slice(TAG_LENGTH + 1) : '';
  return parseStreamId(stream) ? { tag: viewer.slice(0, TAG_LENGTH), stream } : { tag: viewer, stream: null };
}
