import type { Finding, Source } from './files.ts';

/** Words and turns that a reader has to translate, with the plain word. */
const BANNED: [RegExp, string][] = [
  [/\banew\b/i, 'again'],
  [/\bwho(?:m)?(?:so)?ever\b/i, 'name the person: a visitor, an operator, a caller'],
  [/\bbeforehand\b/i, 'before'],
  [/\b(?:go|goes|going|went|gone)\s+on\b/i, 'continue'],
  [/\b(?:hear|hears|heard)\b/i, 'receive'],
  [/\bnought\b/i, 'zero'],
  [/\b(?:hence|thence|whence|hitherto|thereby|herein|wherein|hereby|whereby)\b/i, 'a plain clause'],
  [/\b(?:stand|stands|stood)\s+(?:at|before|behind|below|beside|between|in(?!\s+for)|on|there|under)\b/i, 'is'],
  [/\b(?:lies|lay)\s+(?:at|before|behind|below|beside|between|in|on|outside|there|under)\b/i, 'is'],
  [/\bput(?:s)?\s+up\s+with\b/i, 'accept'],
  [/\bin\s+truth\b/i, 'really'],
  [/\bnot\s+so\b[.;]/i, 'say which way it is'],
  [/\brightly\b/i, 'correctly'],
  [/(?<!\bthere\s+)\b(?:is|are|was|were)\s+no\s+(?!longer\b|more\b|such\b)\w+/i, 'is not a …'],
];
/** A statement whose subject is a clause: "What is kept is …". A question is fine. */
const CLAUSE_FIRST =
  /(?:^\s*(?:[-*#]+\s+)?|[.!?:]\s+|\n\s*\n\s*|\n\s*(?:[-*#]+|\d+\.)\s+|\|\s*)((?:What|Whatever|Wherever)\b[^.?!|]*?)([.?!|]|\n\s*\n|$)/g;

/** Banned words, and sentences that begin with a what-clause, in a Markdown file or in the comments of code. */
export function prose(source: Source): Finding[] {
  const text = source.path.endsWith('.md') ? withoutCodeSpans(source.text) : onlyComments(source.text);
  const report = (index: number, message: string) => {
    const line = text.slice(0, index).split('\n').length;
    return { file: source.path, line, message };
  };
  const words = BANNED.flatMap(([pattern, plain]) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map((match) =>
      report(match.index, `"${match[0].replace(/\s+/g, ' ')}": ${plain}`),
    ),
  );
  const clauses = [...text.matchAll(CLAUSE_FIRST)]
    .filter(([, , end]) => end !== '?')
    .map((match) => {
      const [sentence, clause = ''] = match;
      return report(match.index + sentence.indexOf(clause), `"${clause.slice(0, 40)}": begin with the subject`);
    });
  return [...words, ...clauses].sort((a, b) => a.line - b.line);
}

/** Blanks code blocks, code spans, quotations and addresses of links; lines stay where they were. */
function withoutCodeSpans(text: string): string {
  return text.replace(/^```[\s\S]*?^```|^ {4}.*$|`[^`\n]+`|"[^"\n]*"|“[^”\n]*”|\]\([^)\n]*\)/gm, blank);
}

/** Comments of JavaScript, TypeScript, CSS or Astro with their signs blanked; of all else the line breaks. */
function onlyComments(text: string): string {
  const tokens =
    /(\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:\\])\/\/[^\n]*)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;
  let end = 0;
  let comments = '';
  for (const match of text.matchAll(tokens)) {
    const [token, comment] = match;
    comments += onlyLines(text.slice(end, match.index));
    comments += comment === undefined ? onlyLines(token) : withoutSigns(comment);
    end = match.index + token.length;
  }
  return comments + onlyLines(text.slice(end));
}

/** A comment's words without its signs; a comment is a paragraph, so its first sentence begins one. */
function withoutSigns(comment: string): string {
  const words = comment.replace(/^\/\*+|\*+\/$|^\s*\*(?!\/)|^\/\/|<!--|-->/gm, blank);
  return withoutCodeSpans(words.replace(/^ {4}/gm, '  ')).replace(/^(\s)/, '.');
}

/** Keeps line breaks alone: the patterns are slow on long runs of spaces. */
function onlyLines(text: string): string {
  return text.replace(/[^\n]/g, '');
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
