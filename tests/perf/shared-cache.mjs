import { createHash, randomUUID } from 'node:crypto';
import { CART_PATH, toEntitlementRequest } from '../../src/features/watch-options/entitlement-request.ts';
import { openState } from '../../tools/lib/open-state.ts';
import { problem } from '../../tools/lib/progress.ts';

const SUBSCRIBERS_CHANNEL = 402;
const FILM = toEntitlementRequest({ kind: 'movie', id: 52 }, 0);
const VIEWERS = 25;
const SEGMENTS = 4;
const YEAR = 365 * 24 * 60 * 60;

/** Makes a channel one of subscribers, and subscribers with a session each. @returns {Promise<string[]>} their tokens */
export async function addSubscribers(stateDir) {
  const proxy = await openState(stateDir);
  try {
    const { DB } = proxy.env;
    const now = Math.floor(Date.now() / 1000);
    const tokens = Array.from({ length: VIEWERS }, () => randomUUID());
    await DB.batch([
      DB.prepare("UPDATE channels SET access = 'subscription' WHERE id = ?").bind(SUBSCRIBERS_CHANNEL),
      ...tokens.flatMap((token, at) => {
        const [id, mobile] = [880_000 + at, `0935${String(1_000_000 + at)}`];
        const user = 'INSERT INTO users (id, mobile, subscribed_until, ref, created_at) VALUES (?, ?, ?, 4, ?)';
        const session =
          'INSERT INTO sessions (token_hash, user_id, created_at, expires_at, used_at) VALUES (?, ?, ?, ?, ?)';
        const hash = createHash('sha256').update(token).digest('hex');
        return [
          DB.prepare(user).bind(id, mobile, now + YEAR, now),
          DB.prepare(session).bind(hash, id, now, now + 80 * 24 * 60 * 60, now),
        ];
      }),
    ]);
    return tokens;
  } finally {
    await proxy.dispose();
  }
}

/** Each viewer in turn opens one film and one channel by a signature of its own, and loads the same segments. */
export async function measureSharedCache(site, tokens) {
  const [film, channel] = [1, 2].map(() => ({ manifests: new Set(), files: new Map() }));
  for (const token of tokens) {
    const request = async (address, init = {}) => {
      const response = await fetch(new URL(address, site), {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
      const body = await response.text();
      if (!response.ok) throw problem(`${address} answers ${response.status}: ${body.slice(0, 200)}`);
      return { body, isHit: /;\s*hit\b/.test(response.headers.get('cache-status') ?? '') };
    };
    const load = async (manifest, name, { manifests, files }) => {
      const { pathname } = new URL(manifest);
      manifests.add(pathname);
      const playlist = new URL(name, new URL(pathname, site));
      const lines = (await request(playlist)).body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      for (const line of lines.slice(-SEGMENTS)) {
        const address = new URL(line, playlist);
        const { isHit } = await request(address);
        const file = toFileName(address);
        const { requests, reads } = files.get(file) ?? { requests: 0, reads: 0 };
        files.set(file, { requests: requests + 1, reads: reads + !isHit });
      }
    };
    const cart = JSON.parse(
      (await request(`/api/v1${CART_PATH}`, { method: 'POST', body: JSON.stringify(FILM) })).body,
    );
    await load(cart.data.data.play.manifest_url, '240p/index.m3u8', film);
    const live = JSON.parse((await request(`/api/v1/channels/${SUBSCRIBERS_CHANNEL}/play`)).body);
    await load(live.data.manifest_url, 'v240.m3u8', channel);
  }
  return { film, channel };
}

/** A segment's name without the signature before it. @param {URL} address */
export function toFileName({ pathname }) {
  return pathname.split('/').slice(-3).join('/');
}

/** Rows of the report. */
export function describeSharedCache({ film, channel }) {
  const describe = ({ manifests, files }) => {
    const counts = [...files.values()];
    const sum = (name) => counts.reduce((total, count) => total + count[name], 0);
    const most = Math.max(...counts.map(({ reads }) => reads));
    const rate = (100 * (1 - sum('reads') / sum('requests'))).toFixed(1);
    return `${manifests.size}, ${sum('requests')}, ${counts.length}, ${sum('reads')}, ${most}, ${rate} %`;
  };
  return [
    `| ${VIEWERS} viewers of a film, one after another: signatures, requests, segments, reads, most of one segment, hit rate | ${describe(film)} |`,
    `| the same of a subscribers' channel | ${describe(channel)} |`,
  ];
}
