import type { AstroIntegration } from 'astro';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { chooseDeskChunk, DESK_ENTRY, findDeskFiles, isOfDesk } from './desk-chunks.ts';

type Chunk = Rolldown.OutputChunk | Rolldown.OutputAsset;
type Context = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** A press on Play loads these files: the host of modals, the player's modal, and the player. */
const HOST = resolve('src/shell/modals/ModalHost.tsx');
const MODAL = resolve('src/features/playback/client/PlayerModal.tsx');
const PLAYER = resolve('src/features/playback/client/FilmPlayer.tsx');
/** Shows the first picture of a film without React; by its path in `npm run dev`. */
const START_PATH = 'src/features/playback/client/first-frame/start-play.ts';
const START = resolve(START_PATH);
/** Modals that share code with the player's modal; the shared code becomes a file of its own. */
const OTHERS = [
  'src/features/accounts/client/LoginModal.tsx',
  'src/features/paywall/client/PlansModal.tsx',
  'src/features/paywall/client/PayModal.tsx',
  'src/features/paywall/client/ContentModal.tsx',
  'src/features/live/client/LiveModal.tsx',
].map((file) => resolve(file));
const REACT = /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react)\//;

/** Placeholders in the Worker's code for lists of files, which are known after the browser's code is written. */
const PLACEHOLDERS = { play: '@@PLAY_CODE@@', start: '@@START_CODE@@', desk: '@@DESK_CODE@@' };

/**
 * Cuts the browser's code into files and gives the pages the list of those that play a film (`__PLAY_CODE__`, and `__START_CODE__` for its first picture), and that open the desk (`__DESK_CODE__`). By default
 * the bundler makes a file of each module that two islands share: forty files before a film plays, and each level of
 * them is a round trip on a slow network.
 */
export default function codeSplitting(): AstroIntegration {
  let server = '';
  let lists = { play: '', start: '', desk: '' };
  const plugin: Plugin = {
    name: 'pardeh:code-splitting',
    enforce: 'post',
    configEnvironment: (environment) =>
      environment === 'client' ? { build: { rolldownOptions: OPTIONS } } : undefined,
    buildStart() {
      const isBuilt = this.environment.mode === 'build' && this.environment.name === 'client';
      if (isBuilt) this.emitFile({ type: 'chunk', id: START, name: 'start-play' });
    },
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      lists = collectLists(Object.values(bundle));
      findDeskFiles(Object.values(bundle).filter((chunk) => chunk.type === 'chunk'));
    },
  };
  return {
    name: 'pardeh:code-splitting',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        const { play, start, desk } =
          command === 'build' ? PLACEHOLDERS : { play: '', start: `/${START_PATH}`, desk: '' };
        const define = {
          __PLAY_CODE__: JSON.stringify(play),
          __START_CODE__: JSON.stringify(start),
          __DESK_CODE__: JSON.stringify(desk),
        };
        updateConfig({ vite: { define, plugins: [plugin] } });
      },
      'astro:config:done': ({ config }) => {
        server = fileURLToPath(config.build.server);
      },
      'astro:build:done': () => {
        for (const name of readdirSync(server, { recursive: true, encoding: 'utf8' })) {
          const file = join(server, name);
          const text = name.endsWith('.mjs') ? readFileSync(file, 'utf8') : '';
          const filled = text
            .replaceAll(PLACEHOLDERS.play, lists.play)
            .replaceAll(PLACEHOLDERS.start, lists.start)
            .replaceAll(PLACEHOLDERS.desk, lists.desk);
          if (filled !== text) writeFileSync(file, filled);
        }
      },
    },
  };
}

const OPTIONS: Rolldown.RolldownOptions = {
  preserveEntrySignatures: 'allow-extension',
  // A page's script imports its rules; a constant that is not in place costs bytes in every page.
  optimization: { inlineConst: { mode: 'all', pass: 3 } },
  output: {
    // The adapter's banner gives Worker code a `process`; the browser's files do not need it.
    banner: '',
    codeSplitting: {
      // `chooseChunk` names the file of each module; dependencies do not follow their importer.
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'islands', name: chooseChunk }],
    },
  },
};

/** Without React; with it; the first picture, and what it shares; code that the player's modal shares; that modal; the player. */
function chooseChunk(id: string, context: Context): string | null {
  if (isOfDesk(id)) return chooseDeskChunk(id, context);
  const { host, modal, player, others, start, usesReact } = getSets(context);
  if (id === START) return null;
  if (host.has(id)) return usesReact(id) ? 'host' : 'base';
  if (start.has(id)) return others.has(id) ? 'contracts' : 'start';
  if (id.includes('/node_modules/')) {
    return player.has(id) ? (REACT.test(id) ? 'host' : 'player') : null;
  }
  if (modal.has(id)) return others.has(id) ? 'common' : 'play';
  return player.has(id) ? 'player' : null;
}

let cachedSets: ReturnType<typeof computeSets> | undefined;
let cachedContext: Context | undefined;
function getSets(context: Context) {
  if (cachedContext !== context || !cachedSets) cachedSets = computeSets(context);
  cachedContext = context;
  return cachedSets;
}

/** The modules that each entry imports, directly or not. */
function computeSets(context: Context) {
  const reach = (...ids: string[]) => {
    const seen = new Set<string>();
    const visit = (id: string) => {
      if (seen.has(id)) return;
      seen.add(id);
      context.getModuleInfo(id)?.importedIds.forEach(visit);
    };
    ids.forEach(visit);
    return seen;
  };
  const usesReact = (id: string) => [...reach(id)].some((imported) => REACT.test(imported));
  return {
    ...{ host: reach(HOST), modal: reach(MODAL), player: reach(PLAYER), start: reach(START) },
    ...{ others: reach(...OTHERS), usesReact },
  };
}

/** The files that play a film, those of its first picture, and those that open the desk, with the entry at first: addresses by a space. */
function collectLists(chunks: Chunk[]): { play: string; start: string; desk: string } {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const listFiles = (chunk: Chunk | undefined, files = new Set<string>()): Set<string> => {
    if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return files;
    files.add(chunk.fileName);
    chunk.imports.forEach((name) => listFiles(byFile.get(name), files));
    return files;
  };
  const code = chunks.filter((chunk) => chunk.type === 'chunk');
  const findChunk = (part: string) => code.find(({ moduleIds }) => moduleIds.some((id) => id.includes(part)));
  const join = (parts: string[]) =>
    [...new Set(parts.flatMap((part) => [...listFiles(findChunk(part))]))].map((name) => `/${name}`).join(' ');
  return {
    play: join(['@astrojs/react/dist/client.js', HOST, MODAL, PLAYER]),
    start: join([START]),
    desk: join([DESK_ENTRY]),
  };
}
