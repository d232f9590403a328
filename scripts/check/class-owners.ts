import type { Finding, Source } from './files.ts';
import { ROOMS } from './rooms.ts';

interface Rule {
  file: string;
  line: number;
  room: string;
  selector: string;
  /** Classes of the elements that the rule styles. */
  subjects: string[];
}

const CLASS = /\.([A-Za-z][\w-]*)/g;

/**
 * Classes that style sheets of two rooms style by themselves, so that one room's layout is another's meaning (a class
 * once mirrored an arrow in one sheet and was a page's grid in another). Another room's class is styled only within a
 * class of one's own.
 */
export function sharedClasses(sheets: Source[]): Finding[] {
  const rules = sheets.flatMap(readRules);
  const claims = groupByClass(rules, (rule) => rule.subjects);
  const mentions = groupByClass(rules, (rule) => listClasses(rule.selector));
  const isOwn = (name: string, room: string) => {
    const all = claims.get(name) ?? mentions.get(name) ?? [];
    return all.length > 0 && all.every((rule) => rule.room === room);
  };
  // A rule within a class of its room is not a claim; that may leave a class in it to one room, so once more.
  for (let before = -1, left = countRules(claims); left !== before; left = countRules(claims)) {
    before = left;
    for (const [name, all] of claims) {
      const isWithinOwn = ({ selector, room }: Rule) =>
        listClasses(selector).some((other) => other !== name && isOwn(other, room));
      claims.set(
        name,
        all.filter((rule) => !isWithinOwn(rule)),
      );
    }
  }
  return [...claims].flatMap(([name, all]) => {
    const [owner] = all;
    return all
      .filter(({ room }) => room !== owner?.room)
      .map(({ file, line }) => ({ file, line, message: `.${name} is styled by ${owner?.file ?? ''}, too` }));
  });
}

const countRules = (groups: Map<string, Rule[]>) => [...groups.values()].flat().length;

function groupByClass(rules: Rule[], list: (rule: Rule) => string[]): Map<string, Rule[]> {
  const groups = new Map<string, Rule[]>();
  for (const rule of rules) for (const name of list(rule)) groups.set(name, [...(groups.get(name) ?? []), rule]);
  return groups;
}

const listClasses = (text: string) => [...text.matchAll(CLASS)].map(([, name = '']) => name);

function readRules({ path, text }: Source): Rule[] {
  const room = ROOMS.find(({ folder }) => path.startsWith(`${folder}/`))?.name ?? path;
  const plain = text.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...plain.matchAll(/([^{};]+)\{/g)].flatMap(({ 1: prelude = '', index }) => {
    if (prelude.trim().startsWith('@')) return [];
    const line = plain.slice(0, index + prelude.length - prelude.trimStart().length).split('\n').length;
    return splitOutside(prelude, ',').map((selector) => {
      const compound = splitOutside(selector.trim().replace(/\s*[>+~]\s*/g, ' '), ' ').at(-1) ?? '';
      const subjects = [...new Set(listClasses(compound.replace(/:(?:not|has)\((?:[^()]|\([^()]*\))*\)/g, '')))];
      return { file: path, line, room, selector, subjects };
    });
  });
}

/** Splits at a character that is in no brackets. */
function splitOutside(text: string, mark: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const character of text) {
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    if (character === mark && depth === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part];
}
