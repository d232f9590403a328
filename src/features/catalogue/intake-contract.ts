import * as v from 'valibot';
import { defineCall } from '../../platform/http/calls/call.ts';
import { idInput } from '../titles/contract/shapes.ts';
import { IMPORT_KINDS, PART_KINDS } from '../../platform/kinds.ts';

/** An import in the desk: the browser reads the file, and its rows come in parts. Epoch seconds. */

/** Rows of a part, and characters of their JSON: a body has 64 kB, most letters are Persian. */
export const MAX_PART_ROWS = 100;
export const MAX_PART_BYTES = 56_000;

/** Of a picture that a row names: the desk does not have its file. */
export const NOT_TAKEN = 'not taken: the file of the picture is not here';

const access = { caller: 'operator', permission: 'titles.import', limit: 'intake' } as const;
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The draft of a row has its fields as docs/import.md names them. */
export const rowsInput = v.pipe(
  v.array(
    v.object({ line: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), draft: v.record(v.string(), v.unknown()) }),
  ),
  v.minLength(1),
  v.maxLength(MAX_PART_ROWS),
);
const part = {
  /** Titles come before the seasons and episodes that are their parts. */
  phase: v.picklist(['titles', 'parts']),
  /** Of rows without one. */
  kind: v.optional(v.picklist([...IMPORT_KINDS, ...PART_KINDS])),
  rows: rowsInput,
};

const counts = { added: count, changed: count, unchanged: count, rejected: count, remarked: count, not_taken: count };
/** The verdict on a line; one without an entry is unchanged, or written without a remark. Columns are fields. */
export const rowVerdict = v.object({
  line: v.number(),
  verdict: v.picklist(['added', 'changed', 'rejected', 'warning']),
  problems: v.array(v.object({ column: v.string(), reason: v.string(), value: v.string() })),
  /** Of a changed row, by the table's columns. */
  differences: v.array(v.object({ column: v.string(), before: v.string(), after: v.string() })),
});
export type RowVerdict = v.InferOutput<typeof rowVerdict>;
const partResult = v.object({ counts: v.object(counts), verdicts: v.array(rowVerdict) });
export type PartResult = v.InferOutput<typeof partResult>;

const catalogueImport = v.object({
  id: v.number(),
  file: v.string(),
  operator: v.string(),
  /** Of the file. */
  rows: v.number(),
  /** Its new titles and episodes are hidden until they are published. */
  drafts: v.boolean(),
  /** Parts that are written. */
  parts: v.number(),
  ...counts,
  started_at: v.number(),
  written_at: v.number(),
  ended_at: v.nullable(v.number()),
});
export type CatalogueImport = v.InferOutput<typeof catalogueImport>;

export const listImports = defineCall({
  name: 'listImports',
  method: 'GET',
  path: '/operator/imports',
  summary: 'The newest 20 imports of the desk.',
  access,
  input: v.object({}),
  output: v.object({ data: v.array(catalogueImport) }),
});

export const checkImport = defineCall({
  name: 'checkImport',
  method: 'POST',
  path: '/operator/imports/check',
  summary: 'Reads a part of a file as an import would, and writes nothing.',
  access,
  input: v.object({
    ...part,
    /** Series that the file itself adds, by their ids in it. */
    series: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(MAX_PART_ROWS)), []),
  }),
  output: v.object({
    data: v.object({
      ...partResult.entries,
      /** The ids of rows that can be read, with their lines: one id is written once. */
      ids: v.array(v.tuple([v.number(), v.string()])),
      series: v.array(v.string()),
    }),
  }),
});

export const beginImport = defineCall({
  name: 'beginImport',
  method: 'POST',
  path: '/operator/imports',
  summary:
    'Begins an import, whose new titles are drafts unless it publishes at once, or continues the same member’s open one of the same key.',
  access,
  input: v.object({
    key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    file: v.pipe(v.string(), v.maxLength(200)),
    rows: v.pipe(count, v.minValue(1)),
    drafts: v.optional(v.boolean(), true),
  }),
  output: v.object({ data: catalogueImport }),
});

export const writeImportPart = defineCall({
  name: 'writeImportPart',
  method: 'POST',
  path: '/operator/imports/:id/parts',
  summary: 'Writes the next part of a file in one transaction; one that was written before is left as it is.',
  access,
  input: v.object({ id: idInput, part: count, ...part }),
  output: v.object({ data: v.object({ ...partResult.entries, import: catalogueImport }) }),
});

export const endImport = defineCall({
  name: 'endImport',
  method: 'POST',
  path: '/operator/imports/:id/end',
  summary: 'Ends an import; its row of the trail has all counts.',
  access,
  input: v.object({ id: idInput }),
  output: v.object({ data: catalogueImport }),
});
