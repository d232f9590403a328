import { Agent, get } from 'node:http';
import type { Query } from './queries.ts';

/** Milliseconds of an answer: within the Worker, and as the client sees it. */
export interface Took {
  api: number;
  client: number;
}

/** How long each of the answers took, one after the other over one connection that stays open. */
export async function measure(base: string, path: string, queries: readonly Query[]): Promise<Took[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: Took[] = [];
  try {
    for (const { text } of queries) {
      const started = performance.now();
      const api = await answer(`${base}${path}?query=${encodeURIComponent(text)}`, agent);
      times.push({ api, client: performance.now() - started });
    }
  } finally {
    agent.destroy();
  }
  return times;
}

/** Asks, and gives the milliseconds that the Worker says. */
function answer(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      const took = /dur=([\d.]+)/.exec(String(response.headers['server-timing']))?.[1];
      if (response.statusCode !== 200 || took === undefined) {
        reject(new Error(`${String(response.statusCode)}: ${url}`));
      }
      response
        .on('data', () => undefined)
        .on('end', () => {
          resolve(Number(took));
        });
    }).on('error', reject);
  });
}

/** The value below which the given share of all is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
