import ts from 'typescript';
import type { Change } from './change.ts';

/** A change of a kind that programmers make by mistake, and what it says. */
export interface Mutant extends Change {
  line: number;
  what: string;
}

const SWAPPED: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.SlashToken]: '*',
};

/** Mistakes in SQL: what is looked for, and what comes in its place. */
const SQL_MISTAKES: readonly [RegExp, string][] = [
  [/<>/g, '='],
  [/(?<![<>])=(?!=)/g, '<>'],
  [/<=/g, '<'],
  [/(?<![<])<(?![=>])/g, '<='],
  [/>=/g, '>'],
  [/(?<![<>-])>(?![=>])/g, '>='],
  [/\bAND\b/g, 'OR'],
  [/\bOR\b(?! IGNORE)/g, 'AND'],
  [/\bNOT (?=EXISTS|IN\b|LIKE)/g, ''],
  [/(?<!NOT )\bEXISTS \(/g, 'NOT EXISTS ('],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/(?<=[\s,(])-(?=[\w$])/g, ''],
  [/\bmax\(/g, 'min('],
  [/\bsum\(/g, 'max('],
  [/\bDESC\b/g, 'ASC'],
  [/\b86400\b/g, '86401'],
  [/\b3600\b/g, '3601'],
];

/** Every mutant of a source file: of its code, and of the SQL in its texts. */
export function mutateSource(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const matches: Mutant[] = [];
  const add = (start: number, end: number, text: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(start);
    matches.push({ file, start, end, text, line: line + 1, what: `${source.slice(start, end)} → ${text}` });
  };
  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) return;
    mutateNode(node, add);
    if (ts.isTemplateLiteral(node) && /\b(SELECT|UPDATE|INSERT|DELETE|AND|EXISTS|state)\b/.test(node.getText())) {
      mutateSql(node, add);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return matches;
}

/** Every mutant of the statements of a migration whose text matches. */
export function mutateMigration(file: string, source: string, of: RegExp): Mutant[] {
  const matches: Mutant[] = [];
  let offset = 0;
  for (const statement of source.split(/(?<=;\s*\n)/)) {
    if (of.test(statement)) {
      for (const [pattern, text] of SQL_MISTAKES) {
        for (const match of statement.matchAll(pattern)) {
          const start = offset + match.index;
          const line = source.slice(0, start).split('\n').length;
          matches.push({ file, start, end: start + match[0].length, text, line, what: `${match[0]} → ${text}` });
        }
      }
    }
    offset += statement.length;
  }
  return matches;
}

type Add = (start: number, end: number, text: string) => void;

/** Types, imports, and what is only said to a log. */
function isLeftOut(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return true;
  return ts.isCallExpression(node) && node.expression.getText().startsWith('console.');
}

function mutateNode(node: ts.Node, add: Add): void {
  if (ts.isBinaryExpression(node)) {
    const swapped = SWAPPED[node.operatorToken.kind];
    if (swapped !== undefined) add(node.operatorToken.getStart(), node.operatorToken.getEnd(), swapped);
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    add(node.getStart(), node.operand.getStart(), '');
  }
  if (ts.isIfStatement(node)) {
    for (const text of ['true', 'false']) add(node.expression.getStart(), node.expression.getEnd(), text);
  }
  if (ts.isConditionalExpression(node)) {
    for (const text of ['true', 'false']) add(node.condition.getStart(), node.condition.getEnd(), text);
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) add(node.getStart(), node.getEnd(), 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) add(node.getStart(), node.getEnd(), 'true');
  if (ts.isExpressionStatement(node) && !node.getText().startsWith('console.')) {
    add(node.getStart(), node.getEnd(), ';');
  }
  if (ts.isCaseClause(node) && node.statements.length > 0) {
    add(node.statements[0]!.getStart(), node.statements.at(-1)!.getEnd(), 'break;');
  }
}

function mutateSql(node: ts.TemplateLiteral, add: Add): void {
  const parts = ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)]
    : [node];
  for (const part of parts) {
    const text = part.getText();
    for (const [pattern, replacement] of SQL_MISTAKES) {
      for (const match of text.matchAll(pattern)) {
        // In a SET, = gives a value and compares nothing.
        if (match[0] === '=' && /\bSET\b[^=]*$|,\s*\w+ $/.test(text.slice(0, match.index))) continue;
        const start = part.getStart() + match.index;
        add(start, start + match[0].length, replacement);
      }
    }
  }
}
