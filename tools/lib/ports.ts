import { createServer, type AddressInfo } from 'node:net';
import { problem } from './progress.ts';

/** The port of a variable such as PORT. */
export function parsePort(text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw problem(`PORT is "${text}": not a port number.`);
  return port;
}

/** Throws a Problem where the port is in use; `hint` ends its sentence. */
export async function requireFreePort(port: number, hint = ''): Promise<void> {
  const code = await new Promise<string>((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? error.message);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve('')));
  });
  if (code === 'EADDRINUSE') throw problem(`Port ${port} is taken. Stop what uses it${hint}.`);
  if (code !== '') throw problem(`Port ${port} cannot be used (${code}).`);
}

/** A port of this machine that nobody uses at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
