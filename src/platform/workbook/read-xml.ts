import { Parser } from 'saxen';
import { WorkbookError } from './workbook-error.ts';

export interface XmlReader {
  open: (name: string, getAttributes: () => Record<string, string>, decode: (text: string) => string) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Reads XML by names without their prefixes. Throws a WorkbookError. */
export function readXml(xml: string, { open, close, text }: XmlReader): void {
  const parser = new Parser();
  parser.on('openTag', (name, getAttributes, decode) => {
    open(dropPrefix(name), getAttributes, decode);
  });
  parser.on('closeTag', (name) => close?.(dropPrefix(name)));
  parser.on('text', (value, decode) => text?.(decode(value)));
  parser.on('cdata', (value) => text?.(value));
  parser.on('error', (error) => {
    throw new WorkbookError('damaged', error);
  });
  parser.parse(xml);
}

function dropPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
