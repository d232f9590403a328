import en from '../../locales/en.json' with { type: 'json' };
import fa from '../../locales/fa.json' with { type: 'json' };
import brand from '../platform/config/brand.json' with { type: 'json' };
import type { Env } from '../platform/config/env.ts';
import { fail } from '../platform/outcome.ts';
import { API_BASE } from '../platform/http/calls/api-base.ts';
import { logOnce } from '../platform/http/faults/log-once.ts';
import { respondFailure } from '../platform/http/calls/respond.ts';
import { listUnsafeSettings, type UnsafeSetting } from './unsafe-settings.ts';

/** A Worker cannot fail at start: every request gets 503 with the names of the unsafe settings. */
export function refuseUnsafeSettings(request: Request, env: Env): Response | null {
  const { host, pathname } = new URL(request.url);
  const unsafe = listUnsafeSettings(env, host);
  if (unsafe.length === 0) return null;
  log(unsafe);
  const isPage = !pathname.startsWith(`${API_BASE}/`) && !pathname.startsWith('/media/');
  return isPage ? page(unsafe) : json(unsafe);
}

export function refuseUnsafeCron(env: Env): boolean {
  const unsafe = listUnsafeSettings(env, null);
  log(unsafe);
  return unsafe.length > 0;
}

function log(unsafe: readonly UnsafeSetting[]): void {
  for (const { setting, problem } of unsafe) logOnce(`the site does not run: ${setting} ${problem}`);
}

function json(unsafe: readonly UnsafeSetting[]): Response {
  const fields = Object.fromEntries(unsafe.map(({ setting }) => [setting, 'site_unsafe' as const]));
  return respondFailure(fail('site_unsafe', { fields }));
}

/** Bilingual: the visitor's locale is unknown here. */
function page(unsafe: readonly UnsafeSetting[]): Response {
  const names = [...new Set(unsafe.map(({ setting }) => setting))];
  const list = `<ul dir="ltr">${names.map((name) => `<li><code>${name}</code></li>`).join('')}</ul>`;
  const part = (locale: string, dir: string, texts: typeof fa) =>
    `<section lang="${locale}" dir="${dir}"><h1>${texts.error_site_unsafe}</h1><p>${texts.site_unsafe_settings}</p>${list}</section>`;
  const html = `<!doctype html><html lang="fa" dir="rtl"><head><meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${brand.name.fa} · 503</title><style>${STYLE}</style></head>
<body><main>${part('fa', 'rtl', fa)}${part('en', 'ltr', en)}</main></body></html>`;
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(html, { status: 503, headers });
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;
font:1rem/1.8 ${brand.font},system-ui,sans-serif}main{max-width:36rem;padding:1.5rem}section+section{margin-block-start:2rem}
h1{font-size:1.25rem}ul{padding:0;list-style:none}code{font-family:ui-monospace,monospace}`;
