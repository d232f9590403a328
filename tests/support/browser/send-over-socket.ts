import { request as send, type IncomingMessage } from 'node:http';

export interface SentAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** Asks a local port over a plain socket: Host, Sec-Fetch-Site and the path go out as they are written, unlike by fetch. */
export function sendOverSocket(
  port: number,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
  body = '',
): Promise<SentAnswer> {
  return new Promise((resolve, reject) => {
    const request = send({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
