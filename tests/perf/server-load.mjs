import { Agent, get } from 'node:http';
import { problem } from '../../tools/lib/progress.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
/** Random, since a run before may have left its pages in the cache. */
let visits = Math.floor(Math.random() * 2 ** 23);

/**
 * @typedef {{port: number, path: string, cached: boolean}} Target `cached: false` asks under a host of its own each
 *   time, which is part of the edge cache's key: the page is rendered
 * @typedef {{times: number[], took: number}} Load times of the answers and of the whole, ms
 */

/** One request to its last byte. @param {Target} target @returns {Promise<number>} ms */
function visit({ port, path, cached }) {
  visits += 1;
  // The demo runs on every address of the loopback (decision 026).
  const address = [16, 8, 0].map((bits) => (visits >> bits) & 255).join('.');
  const host = cached ? `localhost:${port}` : `127.${address}:${port}`;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent, headers: { host, accept: 'text/html' } }, (answer) => {
      const state = String(answer.headers['server-timing'] ?? '');
      answer.resume();
      answer.on('end', () => {
        if (answer.statusCode !== 200) reject(problem(`${path} on ${port} answers ${answer.statusCode}.`));
        else if (!cached && /desc="(hit|stale|kept)"/.test(state))
          reject(problem(`${path} was to be rendered and was not (${state}).`));
        else resolve(performance.now() - started);
      });
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
}

/**
 * So many requests, so many of them at once.
 * @param {Target} target
 * @param {{count: number, atOnce: number}} load
 * @returns {Promise<Load>}
 */
export async function visitMany(target, { count, atOnce }) {
  const times = [];
  let left = count;
  const started = performance.now();
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      times.push(await visit(target));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { times, took: performance.now() - started };
}

/** The value below which a share of the others lies. @param {number[]} values @param {number} share 0 to 1 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
