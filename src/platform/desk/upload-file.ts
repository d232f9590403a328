import { API_BASE } from '../http/calls/api-base.ts';
import type { Call, Input, Output } from '../http/calls/call.ts';
import { createClient, type ClientOptions } from '../client/api.ts';
import { getLocale } from '../text/current-locale.ts';
import { callDesk } from './call-desk.ts';

interface Upload {
  file: Blob;
  /** Its media type, which the server compares with its content. */
  type: string;
  /** From 0 to 1, of what is sent. */
  onProgress: (share: number) => void;
}

/** Throws `CallError`, as `callDesk`. */
export function uploadFile<C extends Call>(call: C, input: Input<C>, upload: Upload): Promise<Output<C>> {
  const fetch = sendBy(upload);
  return callDesk(call, input, createClient({ base: API_BASE, locale: getLocale(), fetch }));
}

/** By XMLHttpRequest: `fetch` does not tell how much is sent. */
function sendBy({ file, type, onProgress }: Upload): ClientOptions['fetch'] {
  return (url, { method = 'POST', headers }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.setRequestHeader('content-type', type);
      request.upload.onprogress = ({ loaded, total, lengthComputable: isKnown }) => {
        if (isKnown) onProgress(loaded / total);
      };
      request.onload = () => {
        const answer = new Response(request.responseText, { status: request.status });
        const retry = request.getResponseHeader('retry-after');
        if (retry !== null) answer.headers.set('retry-after', retry);
        resolve(answer);
      };
      request.onerror = () => {
        reject(new TypeError('the network'));
      };
      request.send(file);
    });
}
