/** A change of one source file: the text from `start` to `end` becomes `text`. */
export interface Change {
  file: string;
  start: number;
  end: number;
  text: string;
}

/** A source with the changes that are meant for it; any other as it is. */
export function applyChanges(changes: readonly Change[], file: string, source: string): string {
  return changes
    .filter((change) => file.endsWith(change.file))
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), source);
}

/** The changes that this process was started with, for what is read at run time. */
export function givenChanges(): Change[] {
  const text = process.env['SIMULATOR_CHANGES'];
  return text === undefined ? [] : (JSON.parse(text) as Change[]);
}

/** The change that puts `replace` in the place of `find`. Throws where that is not there exactly once. */
export function changeText(file: string, source: string, find: string, replace: string): Change {
  const start = source.indexOf(find);
  if (start === -1 || source.includes(find, start + 1)) {
    throw new Error(`${file}: "${find.slice(0, 60)}" is not there exactly once; say the bug in today's code`);
  }
  return { file, start, end: start + find.length, text: replace };
}
