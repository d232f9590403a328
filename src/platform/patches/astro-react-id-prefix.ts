import type { Plugin } from 'vite';

const UNPREFIXED = 'ReactDOM.renderToString(vnode)';
const COUNTED = 'incrementId(this.result)';

/** Without streams, @astrojs/react leaves out the prefix of an island's ids (`useId`); with them, it counts islands in
 * the order in which their data came, so one page has several texts. */
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
