import type { Plugin } from 'vite';
import { replacePart } from './apply/replace-part.ts';

const DIGESTED = 'const hashBuffer = await crypto.subtle.digest(algorithm, encoder.encode(data));';

/** Astro hashes the styles and scripts of a page in each render, and a build has some thirty of them. */
export function digestOnce(): Plugin {
  return {
    name: 'pardeh:digest-once',
    transform: {
      filter: { id: /astro\/dist\/core\/encryption\.js/ },
      handler: (code) => ({
        code: `import { hashOnce } from '/src/edge/csp-hashes.ts';\n${replacePart(
          code,
          DIGESTED,
          `if (algorithm === 'SHA-256') return ALGORITHMS[algorithm] + (await hashOnce(data));\n  ${DIGESTED}`,
          'astro-csp-digest',
        )}`,
        map: null,
      }),
    },
  };
}
