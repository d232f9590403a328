import type { NumberFormat } from './number-formats.ts';
import { WorkbookError } from './workbook-error.ts';

export interface CellContext {
  strings: readonly string[];
  formats: readonly NumberFormat[];
  /** Days are counted from 1904, as Excel for Macintosh did. */
  is1904: boolean;
}

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Of a number Excel keeps as many digits; those after them are zeros, and only `1.2…e+17` says so. */
const EXACT_DIGITS = 15;
const MIN_ROUNDED = 10 ** EXACT_DIGITS;
const MAX_DAY = 2_958_465;
const FALSE_LEAP_DAY = 60;

/** The text of a cell as an import reads it: a day is `2026-11-21`, a time `1:50:00`, a share `35%`. */
export function writeCell(type: string, value: string, style: number, context: CellContext): string {
  if (type === 's') return readShared(value, context.strings);
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.slice(0, 10);
  if (type !== 'n' || value.trim() === '') return decodeSigns(value);
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const format = number < 0 ? 'plain' : (context.formats[style] ?? 'plain');
  if (format === 'day' && number <= MAX_DAY) return writeDay(number, context.is1904);
  if (format === 'time') return writeTime(number);
  if (format === 'percent') return `${String(Number((number * 100).toFixed(6)))}%`;
  return Math.abs(number) < MIN_ROUNDED ? String(number) : number.toExponential(EXACT_DIGITS - 1);
}

function readShared(index: string, strings: readonly string[]): string {
  if (index.trim() === '') return '';
  const text = strings[Number(index)];
  if (text === undefined) throw new WorkbookError('damaged');
  return text;
}

function writeDay(serial: number, is1904: boolean): string {
  const days = Math.floor(serial);
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < FALSE_LEAP_DAY ? 31 : 30);
  return new Date(start + days * DAY_MS).toISOString().slice(0, 10);
}

function writeTime(serial: number): string {
  const seconds = Math.round(serial * DAY_SECONDS);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${String(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

/** `_x000D_` stands for a sign that XML cannot hold. */
export function decodeSigns(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
