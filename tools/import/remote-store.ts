import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { CATALOGUE_VERSION_KEY } from '../../src/platform/http/catalogue-version.ts';
import { jsonPieces, type Statement } from './statements.ts';
import type { Store } from './store.ts';
import { putVersion, wrangler } from './wrangler.ts';

/** D1 takes statements of up to 100 kB. Bytes of the one literal in ours, before its quotes are doubled. */
const PIECE_BYTES = 45_000;
/** A query goes in an argument of the command line. */
const READ_BYTES = 45_000;

/**
 * A D1 that wrangler reaches: `--remote` is Cloudflare's, with the sign-in that wrangler has. Each batch is a file of
 * SQL, which D1 runs whole or not at all. `place` may instead name the local state, which is how tests run it.
 */
export function openWranglerStore(place: readonly string[] = ['--remote']): Store {
  const folder = mkdtempSync(join(tmpdir(), 'pardeh-import-'));
  const d1 = (args: string[]) => wrangler(['d1', 'execute', 'DB', '--yes', ...place, ...args]);
  const runFile = async (lines: readonly string[]) => {
    if (lines.length === 0) return;
    const file = join(folder, 'batch.sql');
    writeFileSync(file, lines.join('\n'));
    await d1(['--file', file]);
  };
  return {
    batchSize: 2000,
    read: async ({ sql, values }, row) => {
      const pieces = sql.includes('?') ? jsonPieces(values, READ_BYTES) : [''];
      const answer = v.pipe(v.string(), v.parseJson(), v.tuple([v.object({ results: v.array(row) })]));
      const matches: v.InferOutput<typeof row>[] = [];
      for (const piece of pieces) {
        const output = await d1(['--json', '--command', withLiteral(sql, piece)]);
        matches.push(...v.parse(answer, output.slice(output.indexOf('[')))[0].results);
      }
      return matches;
    },
    apply: async (statements) => runFile(statements.flatMap(toSql)),
    execute: async (sql) => runFile(sql.map((statement) => `${statement};`)),
    putVersion: (version) => putVersion(CATALOGUE_VERSION_KEY, version, place),
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
