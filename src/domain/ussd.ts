/** What stands for the file, the user and the package in a dial code's template. */
const PLACES = ['file', 'user', 'package'] as const;

/**
 * The code to dial for a file (spec 2.10, 3.15), from a template like `*780*{file}*{user}#`; null where the template
 * is empty, or asks for something that is not known.
 */
export function ussdCode(template: string, known: Partial<Record<(typeof PLACES)[number], number>>): string | null {
  if (template === '') return null;
  let code = template;
  for (const place of PLACES) {
    const value = known[place];
    if (value === undefined && code.includes(`{${place}}`)) return null;
    code = code.replaceAll(`{${place}}`, String(value));
  }
  return /^[*#][\d*#]+#$/.test(code) ? code : null;
}
