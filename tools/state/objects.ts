import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { problem } from '../lib/progress.ts';
import { EXPORT_PROFILES_MAX, exportProgress } from '../../src/features/progress/export-contract.ts';
import { API_BASE } from '../../src/platform/http/calls/api-base.ts';

/** Gives the rows of objects by profile, in the order of the request; null where no object has any. */
export type AskObjects = (profiles: readonly string[]) => Promise<unknown>;

export interface CopiedProgress {
  accounts: number;
  rows: number;
}

const TRIES = 30;
const MAX_WAIT_SECONDS = 60;
const COLUMNS = [
  ...['title_id', 'duration', 'since', 'seen', 'points', 'at', 'last', 'hidden_at', 'version', 'furthest'],
  ...['watched', 'measured_at'],
];
const counted = v.object({ rows: v.number() });

/**
 * Puts the progress that accounts and children keep in objects into a copied database, in the place of the older rows
 * of the table, all or none. A Problem where an answer is not about what was asked.
 */
export async function copyObjects(
  db: DatabaseSync,
  ask: AskObjects,
  sliceProfiles = EXPORT_PROFILES_MAX,
): Promise<CopiedProgress> {
  const profiles = db
    .prepare("SELECT 'u' || id AS profile FROM users UNION ALL SELECT 'k' || id FROM kids_sessions ORDER BY 1")
    .all()
    .map(({ profile }) => String(profile));
  const copied = { accounts: 0, rows: 0 };
  const count = (where: string) =>
    v.parse(counted, db.prepare(`SELECT count(*) AS rows FROM progress ${where}`).get()).rows;
  db.exec('BEGIN; CREATE TEMP TABLE copied (profile TEXT PRIMARY KEY)');
  try {
    const note = db.prepare('INSERT INTO copied VALUES (?)');
    const forget = db.prepare('DELETE FROM progress WHERE profile = ?');
    const insert = db.prepare(
      `INSERT INTO progress (profile, ${COLUMNS.join(', ')}) VALUES (?, ${COLUMNS.map(() => '?').join(', ')})`,
    );
    for (let at = 0; at < profiles.length; at += sliceProfiles) {
      const slice = profiles.slice(at, at + sliceProfiles);
      for (const { profile, rows } of parseSlice(await ask(slice), slice)) {
        if (rows === null) continue;
        copied.accounts += 1;
        copied.rows += rows.length;
        note.run(profile);
        forget.run(profile);
        for (const row of rows) insert.run(profile, ...COLUMNS.map((column) => row[column] ?? null));
      }
    }
    if (count('WHERE profile IN (SELECT profile FROM copied)') !== copied.rows)
      throw problem('Progress was lost on its way.');
    db.exec('DROP TABLE copied; COMMIT');
    return copied;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function parseSlice(answer: unknown, slice: readonly string[]) {
  const parsed = v.safeParse(exportProgress.output, answer);
  const isAsked = parsed.success && parsed.output.data.map(({ profile }) => profile).join() === slice.join();
  if (!isAsked)
    throw problem('The site answers something else than the progress that it was asked for. Use the same version.');
  return parsed.output.data;
}

/** Asks a site of the same data, by an operator's secret. Waits where it is asked to, and gives up in the end. */
export function openSite(site: string, secret: string | undefined, wait = sleep): AskObjects {
  if (!URL.canParse(site))
    throw problem(`--site ${site}: it is the address of the site, such as https://pardeh.example.`);
  if (secret === undefined || secret === '')
    throw problem('Set OPERATOR_TOKEN to the secret of an operator without a role.');
  const address = new URL(API_BASE + exportProgress.path, site).href;
  return async (profiles) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await post(address, secret, profiles).catch((cause: unknown) => {
        if (tries >= TRIES) throw problem(`${site} cannot be reached: ${String(cause)}`);
        return null;
      });
      if (answer?.ok === true) return await answer.json();
      const status = answer?.status ?? 503;
      if (status === 401 || status === 403)
        throw problem(`${site} refuses the secret in OPERATOR_TOKEN (${String(status)}).`);
      if (status === 404)
        throw problem(`${site} has no operator calls: set OPERATOR_TOKEN there, or it is of an older version.`);
      if ((status !== 429 && status < 500) || tries >= TRIES)
        throw problem(`${site} answered ${String(status)}. Nothing was written.`);
      const retryAfter = Number(answer?.headers.get('retry-after') ?? 1);
      await wait(1000 * Math.min(MAX_WAIT_SECONDS, Math.max(1, retryAfter)));
    }
  };
}

function post(address: string, secret: string, profiles: readonly string[]): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ profiles }),
    redirect: 'error',
  });
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
