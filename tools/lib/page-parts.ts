import type { AstroIntegration } from 'astro';
import islandScript from 'astro/runtime/server/astro-island.prebuilt.js';
import { mkdirSync, writeFileSync } from 'node:fs';
import { shrinkIslandScript } from '../../src/platform/patches/astro-island-script.ts';
import { getPartPath, hashText, type PagePart } from '../../src/platform/http/pages/page-parts.ts';

type Part = Pick<PagePart, 'type' | 'text'>;

/** Writes the styles and scripts of pages as files, too: a page may link to them (decision 080). */
export default function pageParts(): AstroIntegration {
  const parts: Part[] = [{ type: 'js', text: shrinkIslandScript(islandScript) }];
  return {
    name: 'pardeh:page-parts',
    hooks: {
      'astro:build:ssr': ({ manifest }) => {
        for (const [, text] of manifest.clientDirectives) parts.push({ type: 'js', text });
        for (const style of manifest.routes.flatMap(({ styles }) => styles))
          if (style.type === 'inline') parts.push({ type: 'css', text: style.content });
      },
      'astro:build:done': async ({ dir }) => {
        mkdirSync(new URL('parts/', dir), { recursive: true });
        for (const { type, text } of parts)
          writeFileSync(new URL(getPartPath(await hashText(text), type).slice(1), dir), text);
      },
    },
  };
}
