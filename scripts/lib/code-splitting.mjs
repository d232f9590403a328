import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a press on Play needs, by file: the host of modals, the player's modal, and the player. */
const HOST = resolve('src/shell/modals/ModalHost.tsx');
const MODAL = resolve('src/features/playback/client/PlayerModal.tsx');
const PLAYER = resolve('src/features/playback/client/Player.tsx');
/** Modals that share code with the player's: what is common to one of these and to it is a file of its own. */
const OTHERS = [
  'src/features/accounts/client/LoginModal.tsx',
  'src/features/purchase/client/PlansModal.tsx',
  'src/features/purchase/client/PayModal.tsx',
  'src/features/purchase/client/ContentModal.tsx',
  'src/features/live/client/LiveModal.tsx',
].map((file) => resolve(file));
const REACT = /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react)\//;

/** Stands in the Worker's code for what is known only once the browser's code is written, after it. */
const PLACEHOLDER = '@@PLAY_CODE@@';

/**
 * The Astro integration that cuts the browser's code into files, and tells the pages which of them play a film
 * (`__PLAY_CODE__`). Left to itself the bundler makes a file of each module that two islands share, forty of them before
 * a film plays; each level of them is a round trip on a slow network.
 */
export default function codeSplitting() {
  let server;
  let playCode = '';
  const plugin = {
    name: 'pardeh:code-splitting',
    enforce: 'post',
    configEnvironment: (environment) =>
      environment === 'client' ? { build: { rolldownOptions: OPTIONS } } : undefined,
    generateBundle(_, bundle) {
      if (this.environment.name === 'client') playCode = collectPlayCode(Object.values(bundle));
    },
  };
  return {
    name: 'pardeh:code-splitting',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        const define = { __PLAY_CODE__: JSON.stringify(command === 'build' ? PLACEHOLDER : '') };
        updateConfig({ vite: { define, plugins: [plugin] } });
      },
      'astro:config:done': ({ config }) => {
        server = fileURLToPath(config.build.server);
      },
      'astro:build:done': () => {
        for (const name of readdirSync(server, { recursive: true })) {
          const file = join(server, name);
          const text = name.endsWith('.mjs') ? readFileSync(file, 'utf8') : '';
          if (text.includes(PLACEHOLDER)) writeFileSync(file, text.replaceAll(PLACEHOLDER, playCode));
        }
      },
    },
  };
}

const OPTIONS = {
  preserveEntrySignatures: 'allow-extension',
  output: {
    // The adapter's banner gives Worker code a `process`; in each of the browser's files it is only weight.
    banner: '',
    codeSplitting: {
      // Each file takes what the ones before it have not, and needs those only: `chooseChunk` says all of it.
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'islands', name: chooseChunk }],
    },
  },
};

/** Without React; with it; what the player's modal shares with others; that modal; the player; vidstack. */
function chooseChunk(id, context) {
  const { host, modal, player, others, drawn } = sets(context);
  if (host.has(id)) return drawn(id) ? 'host' : 'base';
  if (id.includes('/node_modules/')) {
    if (!player.has(id)) return null;
    return REACT.test(id) ? 'host' : 'vidstack';
  }
  if (modal.has(id)) return others.has(id) ? 'common' : 'play';
  return player.has(id) ? 'player' : null;
}

let cachedSets;
let of;
function sets(context) {
  if (of === context) return cachedSets;
  of = context;
  const reach = (...ids) => {
    const seen = new Set();
    const visit = (id) => {
      if (seen.has(id)) return;
      seen.add(id);
      context.getModuleInfo(id)?.importedIds.forEach(visit);
    };
    ids.forEach(visit);
    return seen;
  };
  const drawn = (id) => [...reach(id)].some((one) => REACT.test(one));
  cachedSets = { host: reach(HOST), modal: reach(MODAL), player: reach(PLAYER), others: reach(...OTHERS), drawn };
  return cachedSets;
}

/** The files that play a film, by a space: what every browser needs, and after a bar what one without HLS does besides. */
function collectPlayCode(chunks) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = (chunk, match = new Set()) => {
    if (chunk?.type !== 'chunk' || match.has(chunk.fileName)) return match;
    match.add(chunk.fileName);
    chunk.imports.forEach((name) => files(byFile.get(name), match));
    return match;
  };
  const holding = (part) => chunks.find(({ moduleIds }) => moduleIds?.some((id) => id.includes(part)));
  const all = ['@astrojs/react/dist/client.js', HOST, MODAL, PLAYER, '/media-captions/'].map(holding);
  const always = new Set(all.flatMap((chunk) => [...files(chunk)]));
  const provider = chunks.find(({ exports }) => exports?.includes('HLSProvider'));
  const hls = [provider, holding('/hls.js/')].flatMap((chunk) => [...files(chunk)]).filter((name) => !always.has(name));
  return [[...always], hls].map((names) => names.map((name) => `/${name}`).join(' ')).join('|');
}
