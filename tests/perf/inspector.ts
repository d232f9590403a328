import { execFileSync } from 'node:child_process';
import { problem } from '../../tools/lib/progress.ts';

interface Inspector {
  /** Of workerd; null where it is not found. */
  pid: number | null;
  send: (method: string, params?: object) => Promise<unknown>;
  close: () => void;
}

/** The site's isolate in workerd's inspector, over the DevTools protocol. */
export async function openInspector(port: number): Promise<Inspector> {
  const answer = await fetch(`http://127.0.0.1:${String(port)}/json`);
  const targets = await answer.json<{ id: string }[]>();
  const target = targets.find(({ id }) => id.startsWith('core:user:'));
  if (!target) throw problem(`The inspector names no Worker of ours: ${targets.map(({ id }) => id).join(', ')}.`);
  const socket = new WebSocket(`ws://127.0.0.1:${String(port)}/${target.id}`);
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Message;
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(problem(`The inspector answers: ${error.message}`));
    else call?.resolve(result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => {
      reject(problem('The inspector refuses the connection.'));
    });
  });
  let last = 0;
  const send = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { pid: findWorkerd(port), send, close: () => socket.close() };
}

interface Message {
  id: number;
  result?: unknown;
  error?: { message: string };
}

/** The process that was started with this port for its inspector. */
function findWorkerd(port: number): number | null {
  try {
    const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
    const line = lines.find(
      (text) => text.includes('workerd') && text.includes(`inspector-addr=127.0.0.1:${String(port)}`),
    );
    return line === undefined ? null : Number.parseInt(line, 10);
  } catch {
    return null;
  }
}
