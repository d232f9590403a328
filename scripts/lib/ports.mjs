import { createServer } from 'node:net';
import { problem } from './progress.mjs';

/** @param {string | undefined} text the PORT variable @param {number} fallback @returns {number} */
export function parsePort(text, fallback) {
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw problem(`PORT is "${text}": not a port number.`);
  return port;
}

/**
 * Throws a message for the reader if something listens on the port already.
 * @param {number} port
 * @param {string} [hint] what else to do about it
 */
export async function requireFreePort(port, hint = '') {
  const code = await new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve('')));
  });
  if (code === 'EADDRINUSE') {
    throw problem(`Port ${port} is taken. Stop what uses it${hint}.`);
  }
  if (code !== '') throw problem(`Port ${port} cannot be used (${code}).`);
}
