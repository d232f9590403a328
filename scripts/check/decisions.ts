import type { Finding, Source } from './files.ts';

const FOLDER = 'docs/decisions/';
const INDEX = `${FOLDER}README.md`;
const PART = '**What would make us take it back.**';
const HEAD = /^# (\d{3})\. (.+)\n\nDate: (\d{4}-\d{2}-\d{2})\nStatus: accepted\n/;
/** "decision 090", "decisions 112 and 113", "decisions/036-*.md". */
const NAMED = /\bdecisions?[\s/](\d{3}(?:(?:, and |, |\s+(?:and|or|to)\s+)\d{3})*)/gi;

/** Records without their parts or their line in the index, and decisions that a file names and that have no record. */
export function decisions(files: readonly Source[]): Finding[] {
  const records = files.filter(({ path }) => path.startsWith(FOLDER) && path !== INDEX);
  const index = files.find(({ path }) => path === INDEX)?.text ?? '';
  const numbers = new Set(records.map(({ path }) => path.slice(FOLDER.length, FOLDER.length + 3)));
  return [
    ...records.flatMap((record) => checkRecord(record, index)),
    ...[...index.matchAll(/^\| (\d{3}) \|/gm)]
      .filter(([, number = '']) => !numbers.has(number))
      .map(([, number]) => ({ file: INDEX, line: 1, message: `${String(number)} has no record` })),
    ...files.flatMap((file) => findUnknown(file, numbers)),
  ];
}

function checkRecord({ path, text }: Source, index: string): Finding[] {
  const report = (message: string) => ({ file: path, line: 1, message });
  const head = HEAD.exec(text);
  if (!head) return [report('begin with "# NNN. Title", then the lines of date and status')];
  const [, number = '', title = '', date = ''] = head;
  const row = `| ${number} | [${title}](${path.slice(FOLDER.length)}) | ${date} |`;
  return [
    ...(text.includes(`\n${PART} `) ? [] : [report(`has no part ${PART}`)]),
    ...(index.includes(row) ? [] : [report(`${INDEX} lacks the row ${row}`)]),
  ];
}

function findUnknown({ path, text }: Source, numbers: ReadonlySet<string>): Finding[] {
  return [...text.matchAll(NAMED)].flatMap((match) => {
    const line = text.slice(0, match.index).split('\n').length;
    return (match[1]?.match(/\d{3}/g) ?? [])
      .filter((number) => !numbers.has(number))
      .map((number) => ({ file: path, line, message: `decision ${number} does not exist` }));
  });
}
