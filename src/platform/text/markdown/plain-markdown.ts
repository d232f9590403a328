import type { Inline } from './parse-inline.ts';
import { parseMarkdown } from './parse-markdown.ts';

export const toPlainText = (content: readonly Inline[]): string =>
  content.map((part) => (part.kind === 'text' ? part.text : toPlainText(part.content))).join('');

/** A line for each heading, paragraph and item, without marks: for readers that know no Markdown. */
export const listPlainLines = (text: string): string[] =>
  parseMarkdown(text).flatMap((block) => (block.kind === 'list' ? block.items : [block.content]).map(toPlainText));

/** Plain text as Markdown of one line that means the same. */
export const escapeMarkdown = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\*[\]]/g, '\\$&')
    .replace(/^[#-]/, '\\$&')
    .replace(/^([\d۰-۹]{1,4})(?=[.)] )/, '$1\\');
