import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Context = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

export const DESK_ENTRY = `${resolve('src/pages/desk/[...path].astro')}?astro&type=script&index=0&lang.ts`;
/** The desk's own copies of modules (page-scripts.ts). */
const COPY = /(?:[?&]entry=|plain-import\?)pages-desk-/;
const SCREENS = /\/src\/desk\/screens\.tsx\?/;
const FEATURE = /\/src\/features\/([^/]+)\//;
/** An index of texts, which leads to all of them; a module needs those that it names. */
const TEXTS = /\/text\/(?:desk|paraglide)\/messages\.js\?/;

export const isOfDesk = (id: string): boolean => COPY.test(id);

let files: ReadonlySet<string> = new Set();

/** Remembers the desk's files of this build. */
export function findDeskFiles(chunks: readonly Pick<Rolldown.OutputChunk, 'fileName' | 'moduleIds'>[]): void {
  const isDesk = (id: string) => isOfDesk(id) || id === DESK_ENTRY;
  files = new Set(chunks.filter(({ moduleIds }) => moduleIds.some(isDesk)).map(({ fileName }) => fileName));
}

/** True for a file of the desk, such as `/_astro/desk.x.js`, which no visitor loads. */
export const isDeskFile = (path: string): boolean => files.has(path.slice(1));

/**
 * The file of a module of the desk: one has what the sign-in and the frame need, one what screens of several features
 * share, one what those of one feature do; the rest is with its screen. By default the bundler makes a file for each set
 * of screens that share a module: 150 of them.
 */
export function chooseDeskChunk(id: string, context: Context): string | null {
  const { first, screens } = getSets(context);
  if (first.has(id)) return 'desk';
  const features = screens.filter(({ modules }) => modules.has(id)).map(({ feature }) => feature);
  if (features.length < 2) return null;
  return new Set(features).size === 1 ? `desk-${features[0] ?? ''}` : 'desk-shared';
}

let cachedSets: ReturnType<typeof computeSets> | undefined;
let cachedContext: Context | undefined;
function getSets(context: Context) {
  if (cachedContext !== context || !cachedSets) cachedSets = computeSets(context);
  cachedContext = context;
  return cachedSets;
}

function computeSets(context: Context) {
  const first = reach(DESK_ENTRY, context);
  const table = [...first].find((id) => SCREENS.test(id));
  const screens = table === undefined ? [] : (context.getModuleInfo(table)?.dynamicallyImportedIds ?? []);
  if (screens.length === 0) throw new Error('The desk has no table of screens: see tools/lib/desk-chunks.ts.');
  return {
    first,
    screens: screens.map((id) => ({ feature: FEATURE.exec(id)?.[1] ?? '', modules: reach(id, context) })),
  };
}

/** The modules that one imports, directly or not, and the texts that these name. */
function reach(root: string, context: Context): Set<string> {
  const seen = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    const info = context.getModuleInfo(id);
    const imports = info?.importedIds ?? [];
    for (const other of imports) {
      if (!TEXTS.test(other)) visit(other);
      else
        for (const [, name = ''] of (info?.code ?? '').matchAll(/\bm\.(\w+)/g))
          visit(other.replace('messages.js', `messages/${name}.js`));
    }
  };
  visit(root);
  return seen;
}
