/** EXT-X-DEFINE (RFC 8216bis, 4.4.2.3): variables of a playlist, and `{$name}` in its URIs and quoted strings. */
export interface DefinedPlaylist {
  text: string;
  variables: ReadonlyMap<string, string>;
}

const DEFINE = /^#EXT-X-DEFINE:(.*)$/;
const REFERENCE = /\{\$([\w-]+)\}/g;

/** Resolves all variables: imported ones are `inherited` from the master playlist, others from the query of `url`. Null
 * for a variable that is not defined, and for a text that would be longer than `most` characters. */
export function resolveVariables(
  text: string,
  url: string,
  inherited: ReadonlyMap<string, string>,
  most: number,
): DefinedPlaylist | null {
  if (!text.includes('#EXT-X-DEFINE:')) return { text, variables: new Map() };
  const variables = new Map<string, string>();
  const lines: string[] = [];
  let length = 0;
  for (const line of text.split('\n')) {
    const attributes = DEFINE.exec(line.trimEnd())?.[1];
    if (attributes !== undefined && !define(variables, attributes, url, inherited)) return null;
    if (attributes !== undefined) continue;
    const resolved = replaceReferences(line, variables);
    if (resolved === null) return null;
    length += resolved.length + 1;
    if (length > most) return null;
    lines.push(resolved);
  }
  return { text: lines.join('\n'), variables };
}

function define(
  variables: Map<string, string>,
  attributes: string,
  url: string,
  inherited: ReadonlyMap<string, string>,
): boolean {
  const get = (name: string) => RegExp(`(?:^|,)\\s*${name}="([^"]*)"`).exec(attributes)?.[1];
  const [name, imported, parameter] = [get('NAME'), get('IMPORT'), get('QUERYPARAM')];
  const key = name ?? imported ?? parameter;
  const value =
    name !== undefined
      ? replaceReferences(get('VALUE') ?? '', variables)
      : imported !== undefined
        ? inherited.get(imported)
        : new URL(url).searchParams.get(parameter ?? '');
  if (key === undefined || value === undefined || value === null || /["\r\n]/.test(value)) return false;
  variables.set(key, value);
  return true;
}

function replaceReferences(line: string, variables: ReadonlyMap<string, string>): string | null {
  if (line.startsWith('#') && !line.startsWith('#EXT')) return line;
  const isComplete = Array.from(line.matchAll(REFERENCE), ([, name = '']) => variables.has(name)).every(Boolean);
  return isComplete ? line.replace(REFERENCE, (_, name: string) => variables.get(name) ?? '') : null;
}
