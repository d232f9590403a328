/** EXT-X-DEFINE (RFC 8216bis, 4.4.2.3): variables of a playlist, and `{$name}` in its URIs and quoted strings. */
export interface DefinedPlaylist {
  text: string;
  variables: ReadonlyMap<string, string>;
}

const DEFINE = /^#EXT-X-DEFINE:(.*)$/;
const REFERENCE = /\{\$([\w-]+)\}/g;

/** Null for an undefined variable, and above `most` characters: a value of ten references grows tenfold each time. */
export function resolveVariables(
  text: string,
  url: string,
  inherited: ReadonlyMap<string, string>,
  most: number,
): DefinedPlaylist | null {
  if (!text.includes('#EXT-X-DEFINE:')) return { text, variables: new Map() };
  const variables = new Map<string, string>();
  const lines: string[] = [];
  let left = most;
  for (const line of text.split('\n')) {
    const attributes = DEFINE.exec(line.trimEnd())?.[1];
    const resolved =
      attributes === undefined
        ? replaceReferences(line, variables, left)
        : define(variables, attributes, url, inherited, left);
    left -= (resolved?.length ?? 0) + 1;
    if (resolved === null || left < 0) return null;
    if (attributes === undefined) lines.push(resolved);
  }
  return { text: lines.join('\n'), variables };
}

function define(
  variables: Map<string, string>,
  attributes: string,
  url: string,
  inherited: ReadonlyMap<string, string>,
  most: number,
): string | null {
  const get = (name: string) => RegExp(`(?:^|,)\\s*${name}="([^"]*)"`).exec(attributes)?.[1];
  const [name, imported, parameter] = [get('NAME'), get('IMPORT'), get('QUERYPARAM')];
  const key = name ?? imported ?? parameter;
  const value =
    name !== undefined
      ? replaceReferences(get('VALUE') ?? '', variables, most)
      : imported !== undefined
        ? inherited.get(imported)
        : new URL(url).searchParams.get(parameter ?? '');
  if (key === undefined || value === undefined || value === null || /["\r\n]/.test(value)) return null;
  variables.set(key, value);
  return value;
}

/** Null for an undefined variable, and above `most` characters: the text is measured before it is built. */
function replaceReferences(line: string, variables: ReadonlyMap<string, string>, most: number): string | null {
  if (line.startsWith('#') && !line.startsWith('#EXT')) return line;
  let length = line.length;
  for (const [reference, name = ''] of line.matchAll(REFERENCE)) {
    const value = variables.get(name);
    length += (value?.length ?? 0) - reference.length;
    if (value === undefined) return null;
  }
  return length > most ? null : line.replace(REFERENCE, (_, name: string) => variables.get(name) ?? '');
}
