import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export interface Pattern {
  file: string;
  source: string;
  flags: string;
}

/** Every pattern of a file: literals, and calls of RegExp with the constants of the file filled in; other values are a word. */
export function listPatterns(file: string): Pattern[] {
  const text = readFileSync(file, 'utf8');
  const code = file.endsWith('.astro') ? text.replace(/^---$/gm, '').replace(/<style[^]*?<\/style>/g, '') : text;
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const constants = new Map<string, ts.Expression>();
  const patterns: Pattern[] = [];
  const read = (node: ts.Expression | undefined): string => {
    if (node === undefined) return '';
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return node.text;
    if (ts.isRegularExpressionLiteral(node)) return splitLiteral(node.text).source;
    if (ts.isTemplateExpression(node))
      return (
        node.head.text + node.templateSpans.map(({ expression, literal }) => read(expression) + literal.text).join('')
      );
    if (ts.isIdentifier(node) && constants.has(node.text)) return read(constants.get(node.text));
    if (ts.isCallExpression(node) && node.expression.getText() === 'String') return read(node.arguments[0]);
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return read(node.expression);
    return 'word';
  };
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) patterns.push({ file, ...splitLiteral(node.text) });
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      patterns.push({ file, source: read(source), flags: read(flags) });
    }
    ts.forEachChild(node, visit);
  };
  collect(tree);
  visit(tree);
  return patterns;
}

function splitLiteral(text: string): { source: string; flags: string } {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

const SIZES = [24, 30, 36, 48, 72, 250, 8000]; // Characters
const COMPARED = 2000; // A quarter of the last size
const SUSPECT_MS = 0.5;
const HOPELESS_MS = 40;
const RUNS = 4;
const COMPARING_RUNS = 16;
const MAX_GROWTH = 7; // 4 is linear, 16 quadratic

/** The text that makes a pattern take more than linear time; null where none of the attacks does. */
export function findSlowText({ source, flags }: Pattern): string | null {
  for (const attack of listAttacks(source, flags)) {
    const pattern = new RegExp(source, `${flags.replace(/[gy]/g, '')}g`);
    for (const size of SIZES) {
      const text = attack(size);
      const [spent = 0] = measure(pattern, [text], RUNS);
      if (spent > HOPELESS_MS) return text.slice(0, 40);
      if (size < COMPARED || spent < SUSPECT_MS) continue;
      const [short = 0, long = 0] = measure(pattern, [attack(COMPARED), text], COMPARING_RUNS);
      if (long > MAX_GROWTH * short) return text.slice(0, 40);
    }
  }
  return null;
}

/** The least time of each text in milliseconds, measured in turns: a busy machine makes some runs slow, not each. */
function measure(pattern: RegExp, texts: string[], runs: number): number[] {
  const least = texts.map(() => Infinity);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, text] of texts.entries()) {
      const start = performance.now();
      text.replace(pattern, '');
      least[index] = Math.min(least[index] ?? Infinity, performance.now() - start);
    }
    if (least.every((spent) => spent < SUSPECT_MS)) break;
  }
  return least;
}

type Attack = (size: number) => string;

/** For each repetition without a bound: what comes before it once, and what it repeats; both over and over. Then a sign
 * that ends no pattern. */
function listAttacks(source: string, flags: string): Attack[] {
  const isUnicode = flags.includes('u');
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: isUnicode,
    unicodeSets: flags.includes('v'),
  });
  const attacks: Attack[] = [];
  const add = (prefix: string, pump: string) => {
    if (pump === '') return;
    const repeat = (size: number) => pump.repeat(Math.ceil(size / pump.length)).slice(0, size);
    attacks.push((size) => `${prefix}${repeat(size)}\u0000`);
    attacks.push((size) => `${prefix}${repeat(size)}!\n`);
    // A pattern may take another way where the text begins so.
    attacks.push((size) => `\u0000${prefix}${repeat(size)}\u0000`);
  };
  const visitAlternatives = (alternatives: readonly AST.Alternative[], prefix: string) => {
    for (const { elements } of alternatives) {
      let before = prefix;
      for (const element of elements) {
        visit(element, before);
        before += sample(element, flags);
      }
      add('', before.slice(0, -1));
    }
  };
  const visit = (node: AST.Element, prefix: string) => {
    if (node.type === 'Quantifier') {
      if (node.max > 50) {
        for (const pump of listSamples(node.element, flags)) {
          add(prefix, pump);
          add('', pump);
          add('', prefix + pump);
        }
      }
      visit(node.element, prefix);
    } else if (node.type === 'Group' || node.type === 'CapturingGroup') visitAlternatives(node.alternatives, prefix);
    else if (node.type === 'Assertion' && (node.kind === 'lookahead' || node.kind === 'lookbehind'))
      visitAlternatives(node.alternatives, prefix);
  };
  visitAlternatives(pattern.alternatives, '');
  return attacks;
}

function listSamples(node: AST.Element, flags: string): string[] {
  if (node.type === 'Group' || node.type === 'CapturingGroup')
    return node.alternatives.map(({ elements }) => elements.map((element) => sample(element, flags)).join(''));
  return [sample(node, flags)];
}

function sample(node: AST.Element, flags: string): string {
  if (node.type === 'Quantifier') return sample(node.element, flags).repeat(Math.max(1, node.min));
  if (node.type === 'Group' || node.type === 'CapturingGroup') return listSamples(node, flags)[0] ?? '';
  if (node.type === 'Character') return String.fromCodePoint(node.value);
  if (node.type === 'Assertion' || node.type === 'Backreference') return '';
  const one = new RegExp(`^${node.raw}$`, flags.replace(/[gym]/g, ''));
  return CANDIDATES.find((sign) => one.test(sign)) ?? '';
}

const CANDIDATES = [
  ...Array.from('a1 -.,:;"\'<>=/()[]{}_@+&#%\n\t\rاک۱٠\u0301\u200c\u200d\u200e\u0001\u00a0é😀'),
  ...Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)),
];
