import { MediaFailure } from './failure.ts';
import type { KeySessions, KeySessionsHost } from './key-sessions.ts';
import type { PictureRendition } from './ladder.ts';

/** Resolves when the key system may decrypt what these EXT-X-KEY lines are for. */
export type OpenKeys = (lines: readonly string[], getInit: () => Promise<Uint8Array>) => Promise<void>;
export type OpenKeySessions = (host: KeySessionsHost) => Promise<KeySessions>;

interface Options extends Pick<KeySessionsHost, 'video' | 'onTrouble' | 'onFail'> {
  openKeySessions: OpenKeySessions | null;
}

export function createKeyGate(
  options: Options,
  signal: AbortSignal,
  getRendition: () => PictureRendition | undefined,
): OpenKeys {
  let sessions: Promise<KeySessions> | null = null;
  return async (lines, getInit) => {
    const { openKeySessions, video, onTrouble, onFail } = options;
    const rendition = getRendition();
    if (!openKeySessions || !rendition) throw new MediaFailure('key', 'method');
    const { mime, audioMime } = rendition;
    sessions ??= openKeySessions({ video, mime, audioMime, signal, onTrouble, onFail }).catch((error: unknown) => {
      sessions = null;
      throw new MediaFailure('network', String(error));
    });
    await (await sessions).open(lines, getInit);
  };
}
