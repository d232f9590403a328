// npm run build [-- --host node]: the production Worker in dist/, or the build for Node in dist-node/, if its sources
// have changed. --keep-from URL: the Worker keeps the hashed files of the site that runs there.
import { parseArgs } from 'node:util';
import { buildForNode, buildIfNeeded, NODE_BUILD } from '../tools/lib/build.ts';
import { stopChildrenOnExit } from '../tools/lib/processes.ts';
import { command, problem, withProgress } from '../tools/lib/progress.ts';
import { keepFrom } from '../tools/earlier-files/keep-from.ts';

stopChildrenOnExit();
await command(async () => {
  const options = { host: { type: 'string', default: 'cloudflare' }, 'keep-from': { type: 'string' } } as const;
  const { host, 'keep-from': site } = parseArgs({ options }).values;
  if (host !== 'cloudflare' && host !== 'node') throw problem(`--host ${host}: cloudflare or node.`);
  if (host === 'node' && site !== undefined) throw problem('--keep-from: on Node, the data folder keeps the files.');
  const id = host === 'node' ? await buildForNode() : await buildIfNeeded();
  console.log(`${host === 'node' ? NODE_BUILD : 'dist'}/ holds build ${id}.`);
  if (site !== undefined)
    console.log(await withProgress('Keeping files', () => keepFrom(site, 'dist/client', new Date())));
});
