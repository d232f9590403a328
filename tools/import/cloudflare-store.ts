import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { CATALOGUE_VERSION_KEY } from '../../src/platform/http/cache/catalogue-version.ts';
import { jsonPieces, type Statement } from '../../src/platform/db/json-statements.ts';
import type { Store } from './store.ts';
import { putCloudflareValue, queryCloudflare } from './cloudflare-d1.ts';
import { runSqlFile } from './wrangler.ts';

/** D1 takes statements of up to 100 kB. Bytes of the one literal in ours, before its quotes are doubled. */
const PIECE_BYTES = 45_000;

/** Cloudflare's D1, with the sign-in of wrangler. Each batch is a file of SQL, which D1 runs whole or not at all. */
export function openCloudflareStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-import-'));
  const runFile = async (lines: readonly string[]) => {
    if (lines.length === 0) return;
    const file = join(folder, 'batch.sql');
    writeFileSync(file, lines.join('\n'));
    await runSqlFile(file);
  };
  return {
    batchSize: 2000,
    read: async ({ sql, values }, row) => {
      const pieces = sql.includes('?') ? jsonPieces(values, PIECE_BYTES) : [''];
      const answer = v.tuple([v.array(row)]);
      const matches: v.InferOutput<typeof row>[] = [];
      for (const piece of pieces) {
        matches.push(...v.parse(answer, await queryCloudflare([withLiteral(sql, piece)]))[0]);
      }
      return matches;
    },
    apply: async (statements) => runFile(statements.flatMap(toSql)),
    execute: async (sql) => runFile(sql.map((statement) => `${statement};`)),
    putVersion: (version) => putCloudflareValue(CATALOGUE_VERSION_KEY, version),
    close: async () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A statement as text, in as many pieces as its values need. */
export function toSql({ sql, values }: Statement): string[] {
  return jsonPieces(values, PIECE_BYTES).map((json) => `${withLiteral(sql, json)};`);
}

/** The SQL with its one parameter written out. JSON has no control characters; quotes are doubled as SQL wants. */
function withLiteral(sql: string, json: string): string {
  const at = sql.indexOf('?');
  return at === -1 ? sql : `${sql.slice(0, at)}'${json.replaceAll("'", "''")}'${sql.slice(at + 1)}`;
}
