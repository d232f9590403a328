import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { readLastSeal, sealRow } from '../../src/features/ledger/server/seal.ts';
import {
  verifyDay,
  verifySlice,
  WALK_START,
  walkCursor,
  type WalkCursor,
} from '../../src/features/ledger/server/verify.ts';

export interface VerifyOptions {
  /** UTC, `2026-11-24`. Without it the whole ledger is verified. */
  day?: string | undefined;
  /** `<seal>:<hash>` that an earlier run printed. */
  anchor?: string | undefined;
  /** Continues the run that `progressFile` remembers. */
  resume: boolean;
  progressFile: string;
}

const progress = v.object({ cursor: walkCursor, findings: v.array(v.string()) });

/** Findings, and the last seal as the anchor of a later run. */
export async function runVerify(
  db: D1Database,
  options: VerifyOptions,
): Promise<{ findings: string[]; anchor: string }> {
  const { id, hash } = await readLastSeal(db);
  const anchored = options.anchor === undefined ? [] : await checkAnchor(db, options.anchor);
  const verified = options.day === undefined ? await walk(db, options) : await verifyDay(db, options.day);
  return { findings: [...anchored, ...verified], anchor: `${String(id)}:${hash}` };
}

async function checkAnchor(db: D1Database, anchor: string): Promise<string[]> {
  const [id = '', hash = ''] = anchor.split(':');
  const row = await db.prepare('SELECT * FROM ledger_seals WHERE id = ?').bind(Number(id)).first();
  const isAnchored = row !== null && v.parse(sealRow, row).hash === hash;
  return isAnchored ? [] : [`seal ${id} is not the one of the anchor: the chain was written again`];
}

async function walk(db: D1Database, { resume, progressFile }: VerifyOptions): Promise<string[]> {
  const start = resume && existsSync(progressFile) ? readProgress(progressFile) : { cursor: WALK_START, findings: [] };
  const findings = new Set(start.findings);
  mkdirSync(dirname(progressFile), { recursive: true });
  for (let cursor: WalkCursor | null = start.cursor; cursor !== null;) {
    writeFileSync(progressFile, JSON.stringify({ cursor, findings: [...findings] }));
    const slice: Awaited<ReturnType<typeof verifySlice>> = await verifySlice(db, cursor);
    for (const finding of slice.findings) findings.add(finding);
    cursor = slice.next;
  }
  rmSync(progressFile, { force: true });
  return [...findings];
}

function readProgress(file: string): v.InferOutput<typeof progress> {
  return v.parse(progress, JSON.parse(readFileSync(file, 'utf8')));
}
