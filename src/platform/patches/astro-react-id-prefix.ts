import type { Plugin } from 'vite';

const UNPREFIXED = 'ReactDOM.renderToString(vnode)';

/** Without streams, @astrojs/react leaves out the prefix that tells the ids of one island (`useId`) from another's. */
export function prefixIslandIds(): Plugin {
  return {
    name: 'pardeh:prefix-island-ids',
    transform: {
      filter: { id: /@astrojs\/react\/dist\/server\.js/ },
      handler: (code) => ({
        code: code.replace(UNPREFIXED, 'ReactDOM.renderToString(vnode, renderOptions)'),
        map: null,
      }),
    },
  };
}
