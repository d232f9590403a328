/** Vite's answer for a file of a dependency with `from` replaced. Throws where an update has changed that place. */
export function patchCode(code: string, from: string, to: string): { code: string; map: null } {
  if (!code.includes(from)) throw new Error(`The dependency has changed: it no longer contains ${from}`);
  return { code: code.replace(from, () => to), map: null };
}
