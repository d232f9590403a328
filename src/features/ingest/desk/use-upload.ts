import { useCallback, useEffect, useRef, useState } from 'react';
import type { DetailedError, Upload } from 'tus-js-client';
import * as v from 'valibot';
import { API_BASE } from '../../../platform/http/calls/api-base.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { PART_BYTES, UPLOADS_PATH, type TextKind, type UploadKind } from '../upload-rules.ts';

const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];
const RETRIED = [0, 409, 423, 460, 500, 502, 503, 504];
/** Where tus-js-client keeps the addresses of uploads that have not ended. */
const STORED = 'tus::';

export interface UploadTarget {
  title: number;
  kind: UploadKind;
  /** Of subtitles. */
  text: { language: string; kind: TextKind } | null;
}

export type UploadState =
  | { name: 'idle' | 'done' }
  | { name: 'starting' | 'sending' | 'paused'; file: string; sent: number; bytes: number }
  | { name: 'failed'; file: string; sent: number; bytes: number; error: Error };

const failure = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string(), message_fa: v.string() }));

/** An upload by tus. The browser stores its address, so that the same file continues after a reload. */
export function useUpload(onDone: (upload: string, target: UploadTarget) => void) {
  const [state, setState] = useState<UploadState>({ name: 'idle' });
  const upload = useRef<Upload | null>(null);
  /** Of the file that is sent: one that was given up while the program came is not begun. */
  const run = useRef(0);
  useEffect(
    () => () => {
      run.current += 1;
      void upload.current?.abort();
    },
    [],
  );
  const isSending = state.name === 'starting' || state.name === 'sending';
  useEffect(() => {
    if (!isSending) return undefined;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
    };
  }, [isSending]);

  const begin = useCallback(
    async (file: File, target: UploadTarget) => {
      const at = { file: file.name, sent: 0, bytes: file.size };
      setState({ name: 'starting', ...at });
      run.current += 1;
      const turn = run.current;
      const tus = await import('tus-js-client');
      const transfer = new tus.Upload(file, {
        endpoint: `${window.location.origin}${API_BASE}${UPLOADS_PATH}`,
        chunkSize: PART_BYTES,
        retryDelays: RETRY_DELAYS_MS,
        removeFingerprintOnSuccess: true,
        fingerprint: () => Promise.resolve(buildFingerprint(file, target)),
        metadata: {
          ...{ title: String(target.title), kind: target.kind, filename: file.name },
          ...(target.text && { language: target.text.language, text_kind: target.text.kind }),
        },
        onBeforeRequest: async (request) => {
          const offset = request.getHeader('Upload-Offset');
          if (offset !== undefined) request.setHeader('Upload-Checksum', await hashPart(file, Number(offset)));
        },
        onShouldRetry: (error) => RETRIED.includes(error.originalResponse?.getStatus() ?? 0),
        onProgress: (bytes) => {
          setState((before) => (before.name === 'sending' ? { ...before, sent: bytes } : before));
        },
        onError: (error) => {
          setState((before) => ({
            ...at,
            ...('sent' in before && { sent: before.sent }),
            name: 'failed',
            error: toError(error),
          }));
        },
        onSuccess: () => {
          upload.current = null;
          setState({ name: 'done' });
          onDone(transfer.url?.split('/').at(-1) ?? '', target);
        },
      });
      const [earlier] = await transfer.findPreviousUploads();
      if (turn !== run.current) return;
      if (earlier) transfer.resumeFromPreviousUpload(earlier);
      upload.current = transfer;
      setState({ name: 'sending', ...at });
      transfer.start();
    },
    [onDone],
  );
  const pause = useCallback(() => {
    void upload.current?.abort();
    setState((before) => (before.name === 'sending' ? { ...before, name: 'paused' } : before));
  }, []);
  const resume = useCallback(() => {
    setState((before) => ('file' in before ? { ...before, name: 'sending' } : before));
    upload.current?.start();
  }, []);
  /** Gives it up: the parts are removed. */
  const cancel = useCallback(() => {
    run.current += 1;
    void upload.current?.abort(true).catch(() => undefined);
    upload.current = null;
    setState({ name: 'idle' });
  }, []);
  return { state, begin, pause, resume, cancel };
}

const startFingerprint = (title: number) => `pardeh-${String(title)}-`;

function buildFingerprint({ name, size, lastModified }: File, { title, kind, text }: UploadTarget): string {
  return `${startFingerprint(title)}${[kind, text?.language ?? '', text?.kind ?? '', name, size, lastModified].join('-')}`;
}

const storedUpload = v.pipe(v.string(), v.parseJson(), v.object({ metadata: v.object({ filename: v.string() }) }));

/** The names of files of a title whose uploads have not ended in this browser. */
export function listUnfinished(title: number): string[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${STORED}${startFingerprint(title)}`));
  return keys.flatMap((key) => {
    const entry = v.safeParse(storedUpload, localStorage.getItem(key));
    return entry.success ? [entry.output.metadata.filename] : [];
  });
}

async function hashPart(file: File, offset: number): Promise<string> {
  const part = await file.slice(offset, offset + PART_BYTES).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', part));
  return `sha256 ${btoa(String.fromCharCode(...hash))}`;
}

/** The words of the server, or of a line that is broken. */
function toError(error: Error | DetailedError): Error {
  const body = 'originalResponse' in error ? (error.originalResponse?.getBody() ?? '') : '';
  const answer = v.safeParse(failure, body);
  if (!answer.success) return new Error(m.state_network());
  return new Error(getLocale() === 'fa' ? answer.output.message_fa : answer.output.message);
}
