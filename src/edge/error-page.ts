import en from '../../locales/en.json' with { type: 'json' };
import fa from '../../locales/fa.json' with { type: 'json' };
import { deriveAccent } from '../platform/config/accent.ts';
import brand from '../platform/config/brand.json' with { type: 'json' };
import { BUILT_IN_BRAND } from '../platform/config/brand.ts';
import type { Theme } from '../platform/config/colours.ts';
import type { ErrorCode } from '../platform/http/calls/errors.ts';
import { getTextDirection, LOCALES, type Locale } from '../platform/text/locale.ts';
import { readAppPage } from '../platform/app-twins.ts';
import { offersHelp } from '../platform/pages/way-to-help.ts';
import { getBrand } from '../platform/text/site-brand.ts';
import { getSupportPhone } from '../platform/text/support-phone.ts';
import { paths } from '../platform/paths.ts';
import { readVisitor } from '../platform/http/session/visitor.ts';
import { formatDigitsIn, formatNumberIn } from '../platform/text/format-in.ts';
import { fillText } from '../platform/text/fill-text.ts';
import { visitorMarks } from './visitor-marks.ts';

const TEXTS: Record<Locale, Record<string, unknown>> = { fa, en };

/* raw colour: the page needs no file of the site; these are the tokens' values. */
const INK = {
  light: '--fg:#1a191d;--muted:#5b5963;--fold:#e8d3ae;--lamp:rgb(255 255 255/75%)',
  dark: '--fg:#f4f1ea;--muted:#b0aeb8;--fold:#08090c;--lamp:rgb(255 179 64/42%)',
} as const;

function buildColours(theme: Theme): string {
  const accent = getBrand().accent[theme];
  const on = accent === BUILT_IN_BRAND.accent[theme] ? brand.onAccent[theme] : deriveAccent(accent, theme).on;
  return `--bg:${brand.ground[theme]};${INK[theme]};--accent:${accent};--on:${on}`;
}

function buildStyle(): string {
  const [light, dark] = [buildColours('light'), buildColours('dark')];
  return `:root{color-scheme:light dark;${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
[data-theme=dark]{color-scheme:dark;${dark}}
[data-theme=light]{color-scheme:light;${light}}
body{margin:0;min-block-size:100vh;display:grid;place-content:center;padding:16px;box-sizing:border-box;background:var(--bg);color:var(--fg);font:1rem/1.7 ${brand.font},Tahoma,'DejaVu Sans',system-ui,sans-serif;text-align:center}
main{inline-size:min(100vw - 32px,48rem)}
main::before{content:'';display:block;block-size:min(28vh,14rem);margin-block-end:24px;border-radius:16px;background:radial-gradient(70% 80% at 50% 115%,var(--lamp),transparent),repeating-linear-gradient(90deg,var(--fold) 0 8px,color-mix(in srgb,var(--accent) 26%,var(--fold)) 38px,var(--fold) 70px 80px)}
h1,h2{font-size:1.5rem;margin:0 0 8px}p{margin:0 0 16px;color:var(--muted)}section+section{margin-block-start:40px;font-size:.875rem}
b{display:block;font-size:3rem;line-height:1.2;color:var(--accent)}
a{display:inline-block;margin:4px;padding:8px 20px;border-radius:8px;border:1px solid currentColor;color:inherit;text-decoration:none}
a.main{background:var(--accent);border-color:var(--accent);color:var(--on)}a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`;
}

export function errorText(code: ErrorCode, locale: Locale, values: Record<string, string> = {}): string {
  return fillText(text(locale, `error_${code}`), values);
}

/** Both languages (spec 8.11). Needs no database, script or file. `policy`: the CSP of its one style; `isHelpOpen`: the site takes messages. */
export async function errorPage(
  request: Request,
  status: number,
  code: ErrorCode,
  values: Record<string, string> = {},
  isHelpOpen = false,
): Promise<{ html: string; policy: string }> {
  const url = new URL(request.url);
  const first = readVisitor(request).locale;
  const locales = [first, ...LOCALES.filter((locale) => locale !== first)];
  const path = url.pathname + (request.method === 'GET' ? url.search : '');
  const kids = readVisitor(request).kids?.startsWith('on.') === true;
  const isOpen = offersHelp({ appPage: readAppPage(path), kids, offers: () => isHelpOpen });
  const links = { retry: path, help: isOpen ? paths.helpFrom(path) : null, phone: getSupportPhone() };
  const sections = locales.map((locale) => section(locale, locale === first, { status, code, values }, links)).join('');
  const { attributes } = visitorMarks(request);
  const css = buildStyle();
  const html = `<!doctype html><html lang="${first}" dir="${getTextDirection(first)}"${attributes}><head><meta charset="utf-8">\
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">\
<title>${escapeHtml(`${getTitle(status, first)} · ${getBrand().name[first]}`)}</title>\
<style>${css}</style></head><body><main data-error="${String(status)}">${sections}</main></body></html>`;
  const style = `style-src 'sha256-${await sha256(css)}'`;
  return { html, policy: `default-src 'none'; ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'` };
}

interface PageError {
  status: number;
  code: ErrorCode;
  values: Record<string, string>;
}

interface Links {
  retry: string;
  help: string | null;
  phone: string | null;
}

/** Spec 8.09. */
function getTitle(status: number, locale: Locale): string {
  return text(locale, status === 404 ? 'not_found_title' : 'load_error_title');
}

function section(locale: Locale, isFirst: boolean, { status, code, values }: PageError, links: Links): string {
  const heading = isFirst ? 'h1' : 'h2';
  const digits = formatNumberIn(locale, status);
  return `<section lang="${locale}" dir="${getTextDirection(locale)}">${isFirst ? `<b aria-hidden="true">${digits}</b>` : ''}\
<${heading}>${escapeHtml(getTitle(status, locale))}</${heading}><p>${escapeHtml(errorText(code, locale, values))}</p>\
${status >= 500 ? `<p>${escapeHtml(text(locale, 'error_page_retry_note'))}</p>` : ''}\
<a class="main" href="${escapeHtml(links.retry)}">${escapeHtml(text(locale, 'try_again'))}</a>\
<a href="${paths.home()}">${escapeHtml(text(locale, 'nav_home'))}</a>${drawHelp(locale, links)}</section>`;
}

function drawHelp(locale: Locale, { help, phone }: Links): string {
  const [call, write] = [text(locale, 'footer_support'), text(locale, 'help_title')].map(escapeHtml);
  const digits = escapeHtml(formatDigitsIn(locale, phone ?? ''));
  return `${phone === null ? '' : `<a href="tel:${escapeHtml(phone)}">${call} <bdi dir="ltr">${digits}</bdi></a>`}\
${help === null ? '' : `<a href="${escapeHtml(help)}">${write}</a>`}`;
}

function text(locale: Locale, key: string): string {
  const match = TEXTS[locale][key];
  return typeof match === 'string' ? match : key;
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}

async function sha256(value: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}
