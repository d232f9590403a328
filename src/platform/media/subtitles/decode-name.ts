import { decodeHTMLStrict } from 'entities';

/** A character reference by the table of HTML, where there is no browser. */
export function decodeName(name: string): string | null {
  const reference = `&${name};`;
  const text = decodeHTMLStrict(reference);
  return text === reference ? null : text;
}
