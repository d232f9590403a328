import { extname } from 'node:path';
import type { TextKind } from '../../src/features/ingest/upload-rules.ts';
import { parseFileCommand } from '../lib/arguments.ts';
import { problem } from '../lib/progress.ts';
import { parseLanguage } from './languages.ts';
import { STORE_TARGET_OPTIONS, type StoreTarget } from '../import/open-store.ts';

const USAGE =
  'Usage: npm run ingest -- FILE --title movie/12 [--trailer] [--subs fa=a.srt,en=b.vtt] [--toman 9000]\n' +
  '       [--markers FILE] [--av1] [--he-aac] [--mono join|apart] [--accept-damage] [--remote | --data FOLDER]';

/** Kinds of title that are played themselves; a series plays its episodes. */
const KINDS = ['movie', 'episode', 'video'] as const;
const KINDS_OF_TEXT = ['.srt', '.vtt', '.ass', '.ssa', '.txt'];
const OPTIONS = {
  title: { type: 'string' },
  trailer: { type: 'boolean', default: false },
  subs: { type: 'string' },
  toman: { type: 'string' },
  markers: { type: 'string' },
  av1: { type: 'boolean', default: false },
  'he-aac': { type: 'boolean', default: false },
  ...STORE_TARGET_OPTIONS,
  'accept-damage': { type: 'boolean', default: false },
  mono: { type: 'string' },
} as const;

/** Whether mono tracks of one language are the channels of one sound or sounds of their own; null: by their names. */
export type MonoChoice = 'join' | 'apart' | null;

export interface IngestOptions {
  file: string;
  /** Of a series only its trailer. */
  title: { kind: (typeof KINDS)[number] | 'series'; id: number };
  /** The file is the title's trailer: nothing of it is sold. */
  asTrailer: boolean;
  subtitles: { language: string; file: string; kind?: TextKind }[];
  /** Whose change a trailer is. */
  operator: string;
  /** The price of each new download in toman before VAT; null: by its minutes. */
  toman: number | null;
  /** A file of markers; null for none. */
  markers: string | null;
  /** Publish AV1 beside H.264. */
  av1: boolean;
  /** Publish HE-AAC beside AAC-LC for the lowest rung. */
  heAac: boolean;
  place: StoreTarget;
  /** Publish a damaged source as it is, marked. */
  acceptDamage: boolean;
  mono: MonoChoice;
}

/** The command line of ingest; a Problem with the usage where it makes no sense. */
export function parseOptions(args: string[]): IngestOptions {
  const { file, values } = parseFileCommand(args, OPTIONS, USAGE);
  if (values.trailer && values.toman !== undefined) throw problem(`A trailer has no price: no --toman.\n${USAGE}`);
  return {
    file,
    title: parseTitle(values.title, values.trailer),
    asTrailer: values.trailer,
    operator: 'ingest',
    subtitles: (values.subs ?? '')
      .split(',')
      .flatMap((part) => (part.trim() === '' ? [] : [parseSubtitle(part.trim())])),
    toman: parseToman(values.toman),
    markers: values.markers ?? null,
    av1: values.av1,
    heAac: values['he-aac'],
    place: { remote: values.remote, data: values.data },
    acceptDamage: values['accept-damage'],
    mono: parseMono(values.mono),
  };
}

function parseTitle(text: string | undefined, asTrailer: boolean): IngestOptions['title'] {
  const [, name, id] = /^([a-z]+)\/([1-9]\d{0,8})$/.exec(text ?? '') ?? [];
  if (name === 'series' && asTrailer) return { kind: name, id: Number(id) };
  if (name === 'series') throw problem(`A series plays its episodes: --title episode/ID, one at a time.\n${USAGE}`);
  const kind = KINDS.find((one) => one === name);
  if (kind === undefined) throw problem(`--title is ${text ?? 'missing'}; it names a kind and an id.\n${USAGE}`);
  return { kind, id: Number(id) };
}

function parseSubtitle(part: string): IngestOptions['subtitles'][number] {
  const at = part.indexOf('=');
  const language = at < 1 ? null : parseLanguage(part.slice(0, at));
  const file = part.slice(at + 1).trim();
  if (language === null || file === '') {
    throw problem(`--subs has ${part}; it is a language and a file: fa=a.srt\n${USAGE}`);
  }
  if (!KINDS_OF_TEXT.includes(extname(file).toLowerCase())) {
    throw problem(`${file}: subtitles are ${KINDS_OF_TEXT.join(', ')}.`);
  }
  return { language, file };
}

function parseMono(text: string | undefined): MonoChoice {
  if (text === undefined || text === 'join' || text === 'apart') return text ?? null;
  throw problem(`--mono is ${text}; it is join or apart.\n${USAGE}`);
}

function parseToman(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,8}$/.test(text)) throw problem(`--toman is ${text}; it is a whole number of toman.\n${USAGE}`);
  return Number(text);
}
