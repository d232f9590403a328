import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFileName, buildContentDisposition, toLatinFileName } from '../../../src/features/downloads/file-name.ts';

describe('the name of a downloaded file', () => {
  it.each([
    ['Taste of Cherry 480p', 'taste-of-cherry-480p'],
    ['  Amélie: «1»  ', 'amelie-1'],
    ['طعم گیلاس', 'film'],
    ['', 'film'],
  ])('%j in Latin letters is %s', (text, name) => {
    expect(toLatinFileName(text, 'film')).toBe(name);
  });

  it.each([
    ['سریال · فصل ۱ · می‌روم 480p', 'سریال · فصل ۱ · می‌روم 480p'],
    ['a/b\\c: "d"?', 'a b c d'],
    ['\u202egpj.exe', 'gpj.exe'],
    [' ..', 'film'],
  ])('%j as people write it is %j', (text, name) => {
    expect(toFileName(text, 'film')).toBe(name);
  });

  it('breaks no header and no file system, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const [latin, any] = [toLatinFileName(text, 'film'), toFileName(text, 'film')];
        expect(latin).toMatch(/^[a-z0-9][a-z0-9-]*$/);
        expect(any).not.toMatch(/[\\/:*?"<>|\p{Cc}]/u);
        expect(any).not.toMatch(/^\.|\.$|^$/);
        const header = buildContentDisposition(latin, any);
        expect(header).toMatch(/^attachment; filename="[a-z0-9-]+"; filename\*=UTF-8''[\w.!~%-]+$/);
        expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(any);
        expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header);
      }),
    );
  });
});
