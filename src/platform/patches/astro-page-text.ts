import type { Plugin } from 'vite';
import { replacePart } from './apply/replace-part.ts';

const CHANGES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'render/page.js': [
    ['if (!streaming && typeof body === "string") {', 'if (!streaming) {'],
    ['body = encoder.encode(body);', 'body = holdText(body);'],
    ['headers.set("Content-Length", body.byteLength.toString());', ''],
  ],
  'render/astro/render.js': [
    ['let str = "";', 'let str = ""; const pieces = [];'],
    [
      'str += chunkToString(result, chunk);',
      `const text = chunkToString(result, chunk);
      if (isPage && text.length > 16384) {
        pieces.push(str, text);
        str = "";
      } else str += text;`,
    ],
    ['return str;', 'return isPage ? [...pieces, str] : str;'],
  ],
};
const FILES = /astro\/dist\/runtime\/server\/(render\/page\.js|render\/astro\/render\.js)/;

/** Astro makes a page one text and encodes it; here it stays in pieces, of which its style sheet is one (docs/pages.md). */
export function holdPageText(): Plugin {
  return {
    name: 'pardeh:hold-page-text',
    transform: {
      filter: { id: FILES },
      handler: (code, id) => {
        const changes = CHANGES[FILES.exec(id)?.[1] ?? ''] ?? [];
        const changed = changes.reduce(
          (text, [before, after]) => replacePart(text, before, after, 'astro-page-text'),
          code,
        );
        return { code: `import { holdText } from '/src/edge/held-body.ts';\n${changed}`, map: null };
      },
    },
  };
}
