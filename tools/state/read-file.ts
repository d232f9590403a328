import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import { problem } from '../lib/progress.ts';
import { footer, header, row, type Header, type Row } from './format.ts';

/** Reads the whole file. A Problem where it is damaged, cut off, or of another format. */
export async function verifyFile(file: string): Promise<Header> {
  const hash = createHash('sha256');
  const counts: number[] = [];
  let state: Header | null = null;
  let sum: string | null = null;
  for await (const line of readLines(file)) {
    if (sum !== null) throw damaged(file);
    if (state === null) state = parseHeader(line, file);
    else if (line.startsWith('{')) {
      sum = parseLine(footer, line, file).sha256;
      continue;
    } else {
      const [table, values] = parseLine(row, line, file);
      if (values.length !== state.tables[table]?.columns.length) throw damaged(file);
      counts[table] = (counts[table] ?? 0) + 1;
    }
    hash.update(`${line}\n`);
  }
  const isWhole = state?.tables.every(({ rows }, table) => rows === (counts[table] ?? 0));
  if (state === null || isWhole !== true || sum !== hash.digest('hex')) throw damaged(file);
  return state;
}

/** The rows of a verified file. */
export async function* readRows(file: string): AsyncGenerator<Row> {
  for await (const line of readLines(file)) if (line.startsWith('[')) yield parseLine(row, line, file);
}

function parseHeader(line: string, file: string): Header {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), header), line);
  if (!parsed.success) throw problem(`${file} is no export of this version.`);
  return parsed.output;
}

function parseLine<S extends v.GenericSchema>(schema: S, line: string, file: string): v.InferOutput<S> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), line);
  if (!parsed.success) throw damaged(file);
  return parsed.output;
}

/** Splits at \n alone: readline splits at U+2028, too, which JSON leaves in texts. */
async function* readLines(file: string): AsyncGenerator<string> {
  const unpack = createGunzip();
  // A failure of either stream ends the loop below with it.
  const reading = pipeline(createReadStream(file), unpack).catch(() => undefined);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  try {
    for await (const chunk of unpack as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    await reading;
    decoder.decode();
  } catch (error) {
    if (error instanceof Error && error.name === 'Problem') throw error;
    throw damaged(file);
  }
  if (rest !== '') throw damaged(file);
}

function damaged(file: string): Error {
  return problem(`${file} cannot be read, or is damaged or cut off. Nothing was written.`);
}
