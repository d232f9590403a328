import type { Plugin } from 'vite';
import { replacePart } from './apply/replace-part.ts';

const UNPREFIXED = 'ReactDOM.renderToString(vnode)';
const COUNTED = 'incrementId(this.result)';

/** The nth component of this name (and of this `id`) on the page that `result` is. */
const CHECKED = 'let isReactComponent = false;';

/** Without it, a component is rendered twice on each page, once to see whether it is React's. */
const REMEMBERING = `if (checked.has(Component)) return true;
  ${CHECKED}`;

const NAMING = `
const checked = new WeakSet();
const named = new WeakMap();
function nameNext(result, name) {
  const counts = named.get(result) ?? new Map();
  named.set(result, counts);
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  return count === 0 ? name : name + count;
}
`;

const CHANGES: readonly (readonly [string, string])[] = [
  [UNPREFIXED, 'ReactDOM.renderToString(vnode, renderOptions)'],
  [CHECKED, REMEMBERING],
  ['return isReactComponent;', 'if (isReactComponent) checked.add(Component);\n  return isReactComponent;'],
  [COUNTED, "nameNext(this.result, (metadata?.displayName ?? '') + (props.id ?? ''))"],
];

/** @astrojs/react gives `useId` no prefix without streams; with them, its count depends on the order of the data. */
export function prefixIslandIds(): Plugin {
  return {
    name: 'pardeh:prefix-island-ids',
    transform: {
      filter: { id: /@astrojs\/react\/dist\/server\.js/ },
      handler: (code) => {
        const replace = (text: string, [before, after]: readonly [string, string]) =>
          replacePart(text, before, after, 'astro-react-id-prefix');
        return { code: CHANGES.reduce(replace, code) + NAMING, map: null };
      },
    },
  };
}
