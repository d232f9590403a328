import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SCENES, WITHOUT_PICTURE } from '../../../tools/look/scenes.ts';

describe('the contact sheets', () => {
  it('show every file of src/pages, and nothing that does not exist', () => {
    const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(astro|ts)$/.test(file))
      .map((file) => file.replace(/\.\w+$/, ''));
    const drawn = new Set([...SCENES.map(({ file }) => file), ...WITHOUT_PICTURE]);
    expect([...drawn].sort()).toEqual(files.sort());
  });

  it('have one scene of a name', () => {
    const names = SCENES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
