import type { WebSocket } from 'ws';

const handshakes = new WeakMap<Response, (socket: WebSocket | null) => void>();

/** Node's Response refuses status 101. `onSocket` gets null where the visitor has left before the handshake. */
export function createUpgradeAnswer(onSocket: (socket: WebSocket | null) => void): Response {
  const answer = new Response(null, { status: 200 });
  Object.defineProperty(answer, 'status', { value: 101 });
  handshakes.set(answer, onSocket);
  return answer;
}

export function findHandshake(answer: Response): ((socket: WebSocket | null) => void) | null {
  return handshakes.get(answer) ?? null;
}
