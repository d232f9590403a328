/** A test that a bug names: a file, and words that the titles of its tests hold, or null for all of them. */
export interface NamedTest {
  file: string;
  title: string | null;
}

export function parseNamedTest(text: string): NamedTest {
  const [, file, title] = /^(tests\/\S+\.ts)(?:: "(.+)")?$/.exec(text) ?? [];
  if (file === undefined) throw new Error(`not a test: ${text}`);
  return { file, title: title ?? null };
}

/** A browser test needs a build and a server. */
export function isBrowserTest({ file }: NamedTest): boolean {
  return file.startsWith('tests/e2e/');
}
