import type { Plugin } from 'vite';
import { replacePart } from './apply/replace-part.ts';

const CHANGES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'core/fetch/fetch-state.js': [
    [
      `Object.defineProperty(Astro, slotValuesSymbol, {
      value: slotValues,
      writable: true,
      configurable: true,
      enumerable: false
    });`,
      'Astro[slotValuesSymbol] = slotValues;',
    ],
    [
      `Object.assign(Object.create(astroPagePartial), {
      props,
      self: null
    });`,
      'Object.create(astroPagePartial);\n    Astro.props = props;\n    Astro.self = null;',
    ],
  ],
  'runtime/server/render/util.js': [
    [
      'function classifyAttribute(key) {',
      `const kinds = new Map();
function classifyAttribute(key) {
  const kind = kinds.get(key) ?? readKind(key);
  if (kinds.size < 500) kinds.set(key, kind);
  return kind;
}
function readKind(key) {`,
    ],
  ],
};
const FILES = /astro\/dist\/(core\/fetch\/fetch-state\.js|runtime\/server\/render\/util\.js)/;

/** Each component gets an `Astro` of its own, by calls that V8 does slowly, and each attribute was read by three patterns. */
export function cheapenComponents(): Plugin {
  return {
    name: 'pardeh:cheapen-components',
    transform: {
      filter: { id: FILES },
      handler: (code, id) => {
        const changes = CHANGES[FILES.exec(id)?.[1] ?? ''] ?? [];
        const replace = (text: string, [before, after]: readonly [string, string]) =>
          replacePart(text, before, after, 'astro-cheap-components');
        return { code: changes.reduce(replace, code), map: null };
      },
    },
  };
}
