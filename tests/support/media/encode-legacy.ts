/** A text in an encoding of single bytes, by the table that `TextDecoder` has of it. Throws for a letter without a byte. */
export function encodeLegacy(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]));
  return Uint8Array.from(text, (letter) => {
    const code = codes.get(letter);
    if (code === undefined) throw new Error(`${encoding} has no ${letter}.`);
    return code;
  });
}
