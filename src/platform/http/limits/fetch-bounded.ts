import { readBytesAtMost } from '../calls/parse.ts';

interface Bounds {
  timeoutMs: number;
  /** Bytes of the body after decompression. 0: the body is not read. */
  maxBytes: number;
}

export interface BoundedAnswer {
  status: number;
  ok: boolean;
  headers: Headers;
  /** Null for a redirect, and where the body is longer than `maxBytes`. */
  body: Blob | null;
}

/** Asks a server that is not ours, once, without redirects. Rejects where no whole answer comes in time. */
export async function fetchBounded(
  url: string,
  init: Omit<RequestInit, 'redirect' | 'signal'>,
  { timeoutMs, maxBytes }: Bounds,
): Promise<BoundedAnswer> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  const { status, ok, headers } = response;
  const isRedirect = status >= 300 && status < 400;
  const isUnread = isRedirect || maxBytes === 0 || Number(headers.get('content-length') ?? 0) > maxBytes;
  if (isUnread) await response.body?.cancel();
  const body = isUnread ? null : await readBytesAtMost(response, maxBytes);
  return { status, ok, headers, body };
}

export async function readJsonBody({ body }: BoundedAnswer): Promise<unknown> {
  try {
    return body === null ? undefined : (JSON.parse(await body.text()) as unknown);
  } catch {
    return undefined;
  }
}
