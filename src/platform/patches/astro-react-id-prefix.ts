import type { Plugin } from 'vite';

const UNPREFIXED = 'ReactDOM.renderToString(vnode)';
const COUNTED = 'incrementId(this.result)';

/**
 * Without streams, @astrojs/react leaves out the prefix that tells the ids of one island (`useId`) from another's. It
 * counts the islands in the order in which their data came, so one page would have several texts: a name does not.
 */
export function prefixIslandIds(): Plugin {
  return {
    name: 'pardeh:prefix-island-ids',
    transform: {
      filter: { id: /@astrojs\/react\/dist\/server\.js/ },
      handler: (code) => ({
        code: code
          .replace(UNPREFIXED, 'ReactDOM.renderToString(vnode, renderOptions)')
          .replace(COUNTED, "(metadata?.displayName ?? '') + (props.id ?? '')"),
        map: null,
      }),
    },
  };
}
