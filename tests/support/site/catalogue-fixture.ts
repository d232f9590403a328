import { loadCatalogue } from '../../../tools/seed/load.ts';
import { readAppDetails, readTestCatalogue } from '../../../tools/seed/read-catalogue.ts';
import type { ArtKey } from '../../../tools/seed/rows.ts';
import { createClient, type Api } from '../../../src/platform/client/api.ts';
import type { Env } from '../../../src/platform/config/env.ts';
import { createApp } from '../../../src/app/api.ts';
import { openPlatform, openSeededPlatform, type Platform } from './platform.ts';
import { addRow } from '../database/rows.ts';

const BASE = 'https://pardeh.test/api/v1';

export interface CatalogueFixture extends Platform {
  /** A raw request of the API: path with query, below /api/v1. */
  request: (path: string, init?: RequestInit, env?: Env) => Promise<Response>;
  /** The typed client, which also proves that each answer fits its schema. */
  api: Api;
  apiIn: (locale: string, env?: Env) => Api;
}

/** The API at a fixed instant (epoch seconds), on the real seed files loaded as the seed loads them, without art unless it is given. */
export async function openCatalogue(now: number, art?: ArtKey): Promise<CatalogueFixture> {
  const platform = await (art ? openPlatform() : openSeededPlatform());
  if (art) await loadCatalogue(platform.env.DB, readTestCatalogue(), readAppDetails(), art);
  const app = createApp({ now: () => now });
  const request = async (path: string, init: RequestInit = {}, env = platform.env) =>
    app.fetch(new Request(BASE + path, init), env, platform.ctx);
  const apiIn = (locale: string, env = platform.env) =>
    createClient({ base: BASE, locale, fetch: (url, init) => request(url.slice(BASE.length), init, env) });
  return { ...platform, request, api: apiIn('fa'), apiIn };
}

/** A bearer token of a user whose subscription ends at `subscribedUntil` (epoch seconds). */
export async function signIn(env: Env, now: number, subscribedUntil: number): Promise<string> {
  const token = `token-until-${String(subscribedUntil)}`;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const mobile = `0912${String(subscribedUntil).padStart(7, '0').slice(-7)}`;
  await addRow(env.DB, 'users', { mobile, subscribed_until: subscribedUntil, created_at: now });
  const user_id = await env.DB.prepare('SELECT id FROM users WHERE mobile = ?').bind(mobile).first<number>('id');
  await addRow(env.DB, 'sessions', { token_hash: hex, user_id, created_at: now, expires_at: now + 86_400 });
  return token;
}
