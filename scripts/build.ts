// npm run build [-- --host node]: the production Worker in dist/, or the build for Node in dist-node/, if its sources
// have changed.
import { parseArgs } from 'node:util';
import { buildForNode, buildIfNeeded, NODE_BUILD } from './lib/build.ts';
import { stopChildrenOnExit } from './lib/processes.ts';
import { command, problem } from './lib/progress.ts';

stopChildrenOnExit();
await command(async () => {
  const { host } = parseArgs({ options: { host: { type: 'string', default: 'cloudflare' } } }).values;
  if (host !== 'cloudflare' && host !== 'node') throw problem(`--host ${host}: cloudflare or node.`);
  const id = host === 'node' ? await buildForNode() : await buildIfNeeded();
  console.log(`${host === 'node' ? NODE_BUILD : 'dist'}/ holds build ${id}.`);
});
