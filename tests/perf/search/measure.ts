import { Agent, get } from 'node:http';
import type { Query } from './queries.ts';

/** Milliseconds that each of the answers took, as the client sees them, over one connection that stays open. */
export async function measure(base: string, path: string, queries: readonly Query[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  try {
    for (const { text } of queries) {
      const started = performance.now();
      await answer(`${base}${path}?query=${encodeURIComponent(text)}`, agent);
      times.push(performance.now() - started);
    }
  } finally {
    agent.destroy();
  }
  return times;
}

function answer(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${String(response.statusCode)}: ${url}`));
      response.on('data', () => undefined).on('end', resolve);
    }).on('error', reject);
  });
}

/** The value below which the given share of all is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
