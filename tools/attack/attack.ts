// npm run attack -- [URL] [--own HOST]: attacks on a host of one's own, bounded in number and time; without URL the site
// of npm start. Another machine's host is named twice: --own says that it is yours. It leaves some kids sessions there.
import { parseArgs } from 'node:util';
import { command, problem } from '../lib/progress.ts';
import { isLoopback, normalizeHost } from '../../src/platform/http/origin/demo.ts';
import { NotTried, PROBES } from './probes.ts';
import { openTarget } from './send.ts';

const DEADLINE_MS = 120_000;

await command(async () => {
  const { values, positionals } = parseArgs({ options: { own: { type: 'string' } }, allowPositionals: true });
  const [address = 'http://localhost:4321'] = positionals;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw problem(`${address} is no address: http://localhost:4321`);
  if (!isLoopback(normalizeHost(url.hostname) ?? '') && values.own !== url.hostname)
    throw problem(`${url.hostname} is another machine. If it is yours, say so: --own ${url.hostname}`);
  const target = openTarget(url);
  await target.send('/healthz').catch((cause: unknown) => {
    throw problem(`${url.origin} does not answer: ${String(cause)}`);
  });
  const began = performance.now();
  const fallen: string[] = [];
  for (const { name, run } of PROBES) {
    if (performance.now() - began > DEADLINE_MS)
      throw problem(`Not within ${String(DEADLINE_MS / 1000)} s: from «${name}» on`);
    const result = await run(target).catch((cause: unknown) =>
      cause instanceof NotTried ? cause : `no answer: ${String(cause)}`,
    );
    if (typeof result === 'string') fallen.push(name);
    const state = result === null ? 'held     ' : typeof result === 'string' ? 'FELL     ' : 'not tried';
    const reason = result === null ? '' : `: ${typeof result === 'string' ? result : result.message}`;
    console.log(`${state} ${name}${reason}`);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${String(target.count())} requests in ${String(seconds)} s.`);
  if (fallen.length > 0) throw problem(`${String(fallen.length)} of ${String(PROBES.length)} attacks succeeded.`);
});
