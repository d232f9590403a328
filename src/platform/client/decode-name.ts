/** A named character reference by the browser's own table: the name has only letters and digits, so nothing else is parsed. */
export function decodeName(name: string): string | null {
  const reference = `&${name};`;
  const text = new DOMParser().parseFromString(reference, 'text/html').body.textContent;
  return text === reference ? null : text;
}
