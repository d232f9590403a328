import { Numbering } from './numbering.ts';
import { readNestedSeasons, type NestedPart } from '../../rows/nested-seasons.ts';
import type { Run } from './batch.ts';
import { listPartDifferences } from './differences.ts';
import { buildPartBatch, readPartState, type PartRow } from './part-batch.ts';
import { Pending } from './pending.ts';
import type { RowContext } from '../../rows/read-row.ts';
import { findPartKind, readPart, type ImportPart } from '../../rows/read-part.ts';
import type { FileRow } from '../../rows/file-rows.ts';
import type { PassTools } from './pass-tools.ts';

/** The second reading of a file, after all its titles are written: seasons and episodes, wherever they stand. */
export class PartPass {
  readonly #tools: PassTools;
  readonly #context: Pick<RowContext, 'thisYear' | 'getColumn'>;
  readonly #run: Pick<Run, 'nextId' | 'now' | 'isShared' | 'drafts'>;
  readonly #numbering: Numbering | null;
  readonly #newSeries = new Map<string, number>();
  readonly #pending = new Pending<PartRow & Pick<RowContext, 'getColumn'>>();

  /** `series`: those of the file that a dry run would add. */
  constructor(
    tools: PassTools,
    context: Pick<RowContext, 'thisYear' | 'getColumn'>,
    run: Pick<Run, 'nextId' | 'now' | 'isShared' | 'drafts'>,
    series: ReadonlySet<string>,
  ) {
    this.#tools = tools;
    this.#context = context;
    this.#run = run;
    this.#numbering = tools.remarksNumbers ? new Numbering() : null;
    for (const id of series) this.#newSeries.set(id, -1 - this.#newSeries.size);
  }

  get isFull(): boolean {
    return this.#pending.isFull(this.#tools.store.batchSize);
  }

  take(row: FileRow): void {
    if (!('draft' in row)) return;
    for (const part of this.#listParts(row.draft)) this.#takePart(row.line, part);
  }

  #listParts(draft: NestedPart['draft']): NestedPart[] {
    if (findPartKind(draft, this.#tools.kind) !== undefined) return [{ draft, prefix: '' }];
    const nested = readNestedSeasons(draft);
    return 'parts' in nested ? nested.parts : [];
  }

  #takePart(line: number, { draft, prefix }: NestedPart): void {
    const { kind: usual, counts, reject, remark, seen } = this.#tools;
    const kind = findPartKind(draft, usual);
    if (kind === undefined) return;
    counts.rows += 1;
    const getColumn = (field: string) => prefix + this.#context.getColumn(field);
    const result = readPart(draft, kind, { ...this.#context, getColumn });
    if (!result.ok) {
      reject(line, result.problems);
      return;
    }
    const { part, warnings } = result;
    if (!seen.isNew(toKey(part))) {
      const reason = kind === 'episode' ? 'the id stood before' : 'the season stood before';
      const [column, value] = part.kind === 'episode' ? ['id', part.externalId] : ['season', String(part.season)];
      reject(line, [{ column: getColumn(column), reason, value }]);
      return;
    }
    remark(line, warnings);
    this.#pending.add({ line, part, getColumn }, part.kind === 'episode' && this.#tools.isPictured(part));
  }

  async flush(): Promise<void> {
    const { store, writer, counts, reject, remark, dryRun, report, illustrate } = this.#tools;
    const pending = await this.#pending.take(writer);
    if (pending.length === 0) return;
    const rows = await Promise.all(
      pending.map(async ({ line, part, getColumn }) => ({
        ...{ line, getColumn },
        part: part.kind === 'episode' ? await illustrate(line, part, getColumn) : part,
      })),
    );
    await writer.settle();
    const state = await readPartState(store, rows, this.#numbering);
    writer.start();
    const findNewSeries = (externalId: string) => this.#newSeries.get(externalId);
    const batch = await buildPartBatch(rows, state, { ...this.#run, numbering: this.#numbering, findNewSeries });
    writer.queue(batch.statements);
    for (const { line, problem } of batch.rejected) reject(line, [problem]);
    for (const { row, problems } of batch.remarks) remark(row.line, problems);
    for (const verdict of ['added', 'changed', 'unchanged'] as const) counts[verdict] += batch.counts[verdict];
    if (!dryRun) return;
    const differences = await listPartDifferences(store, batch.changed);
    for (const verdict of ['added', 'changed'] as const) {
      for (const row of batch[verdict]) {
        const problem = { column: row.part.kind, reason: '', value: describePart(row.part) };
        report.add(row.line, verdict, [problem], differences.get(row));
      }
    }
  }

  /** After the last batch: gaps in the numbers of a season, and numbers that two episodes have. */
  remarkNumbers(): void {
    for (const { line, problem } of this.#numbering?.listRemarks() ?? []) this.#tools.remark(line, [problem]);
  }
}

function toKey(part: ImportPart): string {
  return part.kind === 'episode' ? part.externalId : `season ${String(part.season)} of ${part.series}`;
}

function describePart(part: ImportPart): string {
  return part.kind === 'episode' ? part.externalId : `${part.series} ${String(part.season)}`;
}
