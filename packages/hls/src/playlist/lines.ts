/** Any text as tags, URI, tags, URI, …, tags. Small: the script that film pages inline uses it (RFC 8216, 4.1). */
export function splitAtUris(text: string): string[] {
  return text.split(/^[ \t]*([^#\s].*)$/m);
}

/** An attribute (4.2) of the first such tag in a text, unquoted. `tag` is part of a regular expression. */
export function getAttribute(text: string, tag: string, name: string): string | undefined {
  const match = RegExp(`^#${tag}:(?:[\\w-]+=(?:"[^"]*"|[^",]*), *)*?${name}=("([^"]*)"|[^",\\s]*)`, 'm').exec(text);
  return match?.[2] ?? match?.[1];
}
