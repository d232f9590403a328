/** Parts of a page that a browser can keep: the style sheet after the fold, and the scripts that start islands. */
export interface PagePart {
  type: 'css' | 'js';
  text: string;
  /** The part's HTML, and its index in the page. */
  html: string;
  index: number;
}

/** The start of the style sheet after the fold (docs/pages.md). */
export const STYLE_HOLDER = '<svg class="absolute" width="0" height="0" aria-hidden="true">';
const PART = new RegExp(`${STYLE_HOLDER}<style>(?<style>[^]*?)</style></svg>|<script>(?<script>[^]*?)</script>`, 'g');

export function findPageParts(html: string): PagePart[] {
  return Array.from(html.matchAll(PART), ({ 0: match, index, groups }) => {
    const style = groups?.['style'];
    const isStyle = style !== undefined;
    const text = isStyle ? unescapeStyle(style) : (groups?.['script'] ?? '');
    return { type: isStyle ? 'css' : 'js', text, html: match, index };
  });
}

/** As a browser reads a style within SVG, which is not raw text. */
export function unescapeStyle(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

/** SHA-256 in base64, as a content security policy has it. */
export async function hashText(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

const FOLDER = '/parts/';
const ID_LENGTH = 12;
const ID = new RegExp(`^[\\w-]{${String(ID_LENGTH)}}$`);

/** The build writes each part to this path (tools/lib/page-parts.ts). */
export function getPartPath(hash: string, type: PagePart['type']): string {
  return `${FOLDER}${hash.slice(0, ID_LENGTH).replaceAll('+', '-').replaceAll('/', '_')}.${type}`;
}

/** The service worker sends it with the request for a page (Service Workers, navigation preload). */
export const KEPT_PARTS_HEADER = 'service-worker-navigation-preload';

export function formatKeptParts(paths: readonly string[]): string {
  return paths.map(getId).join('.');
}

/** The ids of the parts that a browser has. Other text is left out. */
export function parseKeptParts(header: string | null): ReadonlySet<string> {
  return new Set(header?.split('.').filter((id) => ID.test(id)));
}

export function getId(path: string): string {
  return path.slice(FOLDER.length, FOLDER.length + ID_LENGTH);
}
