type Groups = Readonly<Record<string, string | undefined>>;

export interface MediaAddress<T, Built extends T = T> {
  /** Below /media or a media host's base, without a slash before it. */
  build: (value: Built) => string;
  /** Null for an address of another kind. */
  parse: (path: string) => T | null;
}

/** `read` gets the named groups of `pattern`, which matches every address that `build` returns. */
// Else a browser's script keeps each address of a file that it imports one value from.
/* @__NO_SIDE_EFFECTS__ */
export function defineMediaAddress<T, Built extends T = T>(kind: {
  pattern: RegExp;
  build: (value: Built) => string;
  read: (groups: Groups) => T;
}): MediaAddress<T, Built> {
  const { pattern, build, read } = kind;
  return {
    build,
    parse: (path) => {
      const match = pattern.exec(path);
      return match && read(match.groups ?? {});
    },
  };
}
