import type { Plugin } from 'vite';
import { patchCode } from './patch-code.ts';

const UNPREFIXED = 'ReactDOM.renderToString(vnode)';

/** Without streams, @astrojs/react leaves out the prefix that tells the ids of one island (`useId`) from another's. */
export function prefixIslandIds(): Plugin {
  return {
    name: 'pardeh:prefix-island-ids',
    transform: {
      filter: { id: /@astrojs\/react\/dist\/server\.js/ },
      handler: (code) => patchCode(code, UNPREFIXED, 'ReactDOM.renderToString(vnode, renderOptions)'),
    },
  };
}
