import { readFileSync } from 'node:fs';
import { parseColumnMap, type ColumnMap } from '../../src/features/catalogue/rows/column-map.ts';

/** Reads a map; throws an Error that says what is wrong with it. */
export function readColumnMap(file: string): ColumnMap {
  return parseColumnMap(readFileSync(file, 'utf8'), file);
}
