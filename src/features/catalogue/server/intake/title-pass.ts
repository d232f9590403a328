import { buildBatch, findConflict, readKnownTitles, type BatchCounts, type Run } from './batch.ts';
import { listDifferences } from './differences.ts';
import { isBlank, type Draft } from '../../rows/fields.ts';
import { readNestedSeasons } from '../../rows/nested-seasons.ts';
import { readFilmFolders } from './trailers.ts';
import { Pending } from './pending.ts';
import type { Problem } from '../../rows/problems.ts';
import { findPartKind } from '../../rows/read-part.ts';
import { readRow, type RowContext } from '../../rows/read-row.ts';
import type { FileRow } from '../../rows/file-rows.ts';
import type { ImportTitle } from '../../rows/title.ts';
import type { PassTools } from './pass-tools.ts';

interface TitleRow {
  line: number;
  title: ImportTitle;
}

/** The first reading of a file: its titles. `hasParts` tells whether it also has seasons or episodes. */
export class TitlePass {
  readonly #tools: PassTools;
  readonly #context: RowContext;
  readonly #run: Run;
  readonly #pending = new Pending<TitleRow>();
  hasParts = false;
  /** Series that a dry run would add or change, by their ids in the file. */
  readonly series = new Set<string>();

  constructor(tools: PassTools, context: RowContext, run: Run) {
    this.#tools = tools;
    this.#context = context;
    this.#run = run;
  }

  get isFull(): boolean {
    return this.#pending.isFull(this.#tools.store.batchSize);
  }

  take(row: FileRow): void {
    const { kind, counts, reject, remark, seen } = this.#tools;
    if ('remark' in row) {
      remark(row.line, [row.remark]);
      return;
    }
    if ('draft' in row && findPartKind(row.draft, kind) !== undefined) {
      this.hasParts = true;
      return;
    }
    counts.rows += 1;
    if ('problem' in row) {
      reject(row.line, [row.problem]);
      return;
    }
    const { seasons, ...draft } = row.draft;
    const result = readRow(draft, this.#context);
    const problems = [...(result.ok ? [] : result.problems), ...this.#checkSeasons(row.draft, result)];
    if (!result.ok || problems.length > 0) {
      reject(row.line, problems);
      return;
    }
    const { title, warnings } = result;
    if (!seen.isNew(title.externalId)) {
      reject(row.line, [this.#toProblem('the id stood before', title)]);
      return;
    }
    remark(row.line, warnings);
    this.hasParts ||= !isBlank(seasons);
    this.#pending.add({ line: row.line, title }, this.#tools.isPictured(title));
  }

  #checkSeasons(draft: Draft, result: ReturnType<typeof readRow>): Problem[] {
    const nested = readNestedSeasons(draft);
    if ('problem' in nested) return [nested.problem];
    if (nested.parts.length === 0 || !result.ok || result.title.kind === 'series') return [];
    return [{ column: 'seasons', reason: 'only a series has it', value: '' }];
  }

  #toProblem(reason: string, { externalId }: ImportTitle): Problem {
    return { column: this.#context.getColumn('id'), reason, value: externalId };
  }

  /** The reading of a batch's known titles comes before the writing of the batch before: no two have a title in common. */
  async flush(): Promise<void> {
    const { store, writer, counts, reject, remark, dryRun, report, illustrate } = this.#tools;
    const pending = await this.#pending.take(writer);
    if (pending.length === 0) return;
    const rows = await Promise.all(
      pending.map(async ({ line, title }) => ({ line, title: await illustrate(line, title, this.#context.getColumn) })),
    );
    await writer.settle();
    const before = await readKnownTitles(
      store,
      rows.map(({ title }) => title.externalId),
    );
    const films = await readFilmFolders(store, rows);
    writer.start();
    for (const { line, title } of rows) {
      if (title.trailer === undefined || !films.has(title.trailer)) continue;
      const column = this.#context.getColumn('trailer');
      remark(line, [{ column, reason: 'left out: a title plays this folder', value: title.trailer }]);
      delete title.trailer;
    }
    const fit = rows.filter(({ line, title }) => {
      const conflict = findConflict(title, before);
      if (conflict !== null) reject(line, [this.#toProblem(conflict, title)]);
      return conflict === null;
    });
    const titles = fit.map(({ title }) => title);
    const batch = await buildBatch(titles, before, this.#run);
    writer.queue(batch.statements);
    const lines = new Map(fit.map(({ line, title }) => [title, line]));
    for (const { title, problems } of batch.remarks) {
      const translated = problems.map((problem) => ({ ...problem, column: this.#context.getColumn(problem.column) }));
      remark(lines.get(title) ?? 0, translated);
    }
    for (const key of VERDICTS) counts[key] += batch.counts[key];
    if (!dryRun) return;
    for (const { kind, externalId } of titles) if (kind === 'series') this.series.add(externalId);
    for (const title of batch.added) report.add(lines.get(title) ?? 0, 'added', [this.#toProblem('', title)]);
    for (const { placed, reason, differences } of await listDifferences(store, batch.changed)) {
      report.add(lines.get(placed.title) ?? 0, 'changed', [this.#toProblem(reason, placed.title)], differences);
    }
  }
}

const VERDICTS = ['added', 'changed', 'unchanged'] as const satisfies (keyof BatchCounts)[];
