import { foldDigits } from '../../../platform/text/digits.ts';
import { countryCode } from './codes.ts';
import { parsed, refused, type Parsed } from './parsed.ts';

/** ISO 3166-1 alpha-2. The Unicode tables name some more places, such as the European Union. */
const COUNTRIES = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
    'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
    'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
    'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
    'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
    'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);
const MAX_NETWORKS = 100;
/** RFC 7300 keeps the last number of 32 bits. */
const MAX_NETWORK = 2 ** 32 - 2;

export interface AreaList {
  /** Sorted, each once; empty: everywhere. */
  entries: string[];
  /** As they were typed. */
  unknown: string[];
}

/** Codes or names of countries, by commas, semicolons or lines; codes by spaces, too. */
export function readCountries(raw: string): AreaList {
  const list: AreaList = { entries: [], unknown: [] };
  for (const text of splitText(raw, /[,،;؛|\n\r]+/)) {
    const code = findCountry(text);
    const codes = code === undefined ? splitText(text, /\s+/).map((word) => findCountry(word) ?? { word }) : [code];
    for (const entry of codes) {
      if (typeof entry === 'string') list.entries.push(entry);
      else list.unknown.push(entry.word);
    }
  }
  return { ...list, entries: [...new Set(list.entries)].sort() };
}

/** AS numbers in the digits of any script, with or without `AS`. */
export function readNetworks(raw: string): AreaList {
  const words = splitText(raw, /[\s,،;؛|]+/);
  const numbers = words.map((word) => Number(/^(?:AS)?([1-9]\d{0,9})$/i.exec(foldDigits(word))?.[1] ?? 0));
  const isNumber = (number: number) => number > 0 && number <= MAX_NETWORK;
  const entries = [...new Set(numbers.filter(isNumber))].sort((one, other) => one - other).map(String);
  return { entries, unknown: words.filter((_, at) => !isNumber(numbers[at] ?? 0)) };
}

export const hasTooMany = ({ entries }: AreaList): boolean => entries.length > MAX_NETWORKS;

/** `IR,TR` for an import; every entry must be known. */
export function parseCountries(raw: string | number): Parsed<string> {
  const list = readCountries(String(raw));
  return list.unknown.length > 0 ? refused(`not a country: ${list.unknown.join(' ')}`) : parsed(list.entries.join());
}

/** `44244,197207` for an import. */
export function parseNetworks(raw: string | number): Parsed<string> {
  const list = readNetworks(String(raw));
  if (list.unknown.length > 0) return refused(`not the number of a network: ${list.unknown.join(' ')}`);
  return hasTooMany(list) ? refused(`has more than ${String(MAX_NETWORKS)} entries`) : parsed(list.entries.join());
}

function findCountry(name: string): string | undefined {
  const code = countryCode(name);
  return code !== undefined && COUNTRIES.has(code) ? code : undefined;
}

function splitText(raw: string, separator: RegExp): string[] {
  return raw
    .normalize('NFC')
    .split(separator)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
