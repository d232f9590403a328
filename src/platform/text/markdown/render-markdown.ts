import { isolateRuns, isRightToLeft } from './isolate-runs.ts';
import type { Inline } from './parse-inline.ts';
import { parseMarkdown, type Block } from './parse-markdown.ts';
import { toPlainText } from './plain-markdown.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/** HTML of a text of the desk. Its elements and attributes are those of this file alone. */
export const renderMarkdown = (text: string): string => parseMarkdown(text).map(renderBlock).join('\n');

function renderBlock(block: Block): string {
  if (block.kind === 'paragraph') return renderElement('p', block.content);
  if (block.kind === 'heading') return renderElement(`h${String(block.level)}`, block.content);
  const items = block.items.map((item) => renderElement('li', item)).join('');
  if (block.start === null) return `<ul>${items}</ul>`;
  return `<ol${block.start === 1 ? '' : ` start="${String(block.start)}"`}>${items}</ol>`;
}

function renderElement(name: string, content: readonly Inline[]): string {
  return `<${name} dir="auto">${renderAll(content, isRightToLeft(toPlainText(content)))}</${name}>`;
}

const renderAll = (content: readonly Inline[], isRtl: boolean): string =>
  content.map((part) => renderInline(part, isRtl)).join('');

function renderInline(part: Inline, isRtl: boolean): string {
  if (part.kind === 'text')
    return isolateRuns(part.text, isRtl)
      .map(({ text, isApart }) => (isApart ? `<bdi>${escapeHtml(text)}</bdi>` : escapeHtml(text)))
      .join('');
  const inner = renderAll(part.content, isRtl);
  if (part.kind === 'bold') return `<strong>${inner}</strong>`;
  if (part.kind === 'italics') return `<em>${inner}</em>`;
  const rel = part.target.startsWith('https:') ? ' rel="noopener noreferrer"' : '';
  return `<a href="${escapeHtml(part.target)}"${rel}><bdi>${inner}</bdi></a>`;
}
