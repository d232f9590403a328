/** Sitemap protocol 0.9 (sitemaps.org) with Google's image and video extensions. */

export interface SitemapVideo {
  thumbnail: string;
  title: string;
  description: string;
  player: string;
  seconds: number;
  published: string; // ISO date
  familyFriendly: boolean;
  requiresSubscription: boolean;
}

export interface SitemapPage {
  url: string; // Absolute, in Persian; English is the same with ?hl=en
  modified: number | null; // Epoch seconds; null if unknown
  image?: string;
  video?: { fa: SitemapVideo; en: SitemapVideo }; // Per language, for its texts
}

export const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
export const URLSET =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"' +
  ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"' +
  ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">\n';
export const URLSET_END = '</urlset>\n';

/** Both languages, each an entry that names the other (Google asks for both directions). */
export function toPageXml(page: SitemapPage): string {
  const english = `${page.url}?hl=en`;
  const alternates = [
    ['fa', page.url],
    ['en', english],
    ['x-default', page.url],
  ]
    .map(([lang = '', href = '']) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${xml(href)}"/>`)
    .join('');
  const entry = (url: string, video: SitemapVideo | undefined) =>
    '<url>' +
    tag('loc', url) +
    (page.modified === null ? '' : tag('lastmod', day(page.modified))) +
    alternates +
    (page.image === undefined ? '' : `<image:image>${tag('image:loc', page.image)}</image:image>`) +
    (video ? videoXml(video) : '') +
    '</url>\n';
  return entry(page.url, page.video?.fa) + entry(english, page.video?.en);
}

/** `modified` in epoch seconds, or null. */
export function toIndexXml(parts: readonly { url: string; modified: number | null }[]): string {
  const entries = parts.map(
    ({ url, modified }) =>
      `<sitemap>${tag('loc', url)}${modified === null ? '' : tag('lastmod', day(modified))}</sitemap>\n`,
  );
  return `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</sitemapindex>\n`;
}

function videoXml(video: SitemapVideo): string {
  return (
    '<video:video>' +
    tag('video:thumbnail_loc', video.thumbnail) +
    tag('video:title', video.title) +
    tag('video:description', video.description) +
    tag('video:player_loc', video.player) +
    tag('video:duration', String(video.seconds)) +
    tag('video:publication_date', video.published) +
    tag('video:family_friendly', video.familyFriendly ? 'yes' : 'no') +
    tag('video:requires_subscription', video.requiresSubscription ? 'yes' : 'no') +
    '</video:video>'
  );
}

function tag(name: string, text: string): string {
  return `<${name}>${xml(text)}</${name}>`;
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** Characters that no XML 1.0 document may hold, even escaped. */
// eslint-disable-next-line no-control-regex -- finding control characters is its purpose
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
