import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  deriveAccent,
  findLegibleAccent,
  isAccentLegible,
  listPairs,
  SURFACES,
} from '../../../src/platform/config/accent.ts';
import { buildBrandStyle } from '../../../src/platform/config/brand-style.ts';
import brandFile from '../../../src/platform/config/brand.json' with { type: 'json' };
import { BUILT_IN_BRAND, type Brand, type Logo } from '../../../src/platform/config/brand.ts';
import { computeContrast, MIN_CONTRAST } from '../../../src/platform/config/colours.ts';
import { checkBrand, BUILT_IN_VALUE, readColour } from '../../../src/features/site/brand-rules.ts';
import { fillBrand } from '../../../src/platform/text/fill-text.ts';
import { runInLocale } from '../../../src/platform/text/locale-server.ts';
import { m } from '../../../src/platform/text/paraglide/messages.js';
import { getBrandSlug, runWithBrand } from '../../../src/platform/text/site-brand.ts';
import { fillBrandText } from '../../../tools/lib/brand-texts.ts';

const THEMES = ['light', 'dark'] as const;
const logo = (art: string, ratio = 1): Logo => ({ art, ratio });
const brand = (part: Partial<Brand>): Brand => ({ ...BUILT_IN_BRAND, ...part });

describe('an accent', () => {
  it('is measured as WCAG 2.2 does', () => {
    expect(computeContrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(computeContrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
    expect(computeContrast('#ffffff', '#767676')).toBeCloseTo(4.542, 3);
    expect(computeContrast('#0000ff', '#0000ff')).toBe(1);
  });

  it('is measured against the surfaces that the style sheet has', () => {
    const css = readFileSync('src/shell/tokens.css', 'utf8');
    for (const [token, name] of [
      ['bg-raised', 'raised'],
      ['bg-sunken', 'sunken'],
      ['fg', 'fg'],
      ['fg-muted', 'muted'],
    ] as const)
      expect(css).toContain(`--${token}: light-dark(${SURFACES.light[name]}, ${SURFACES.dark[name]});`);
  });

  it('of the built-in brand is legible, and so is its file', () => {
    for (const theme of THEMES) {
      expect(isAccentLegible(brandFile.accent[theme], theme)).toBe(true);
      expect(computeContrast(brandFile.onAccent[theme], brandFile.accent[theme])).toBeGreaterThan(MIN_CONTRAST);
    }
  });

  it('that cannot be read has a neighbour that can: the nearest of its hue', () => {
    for (const theme of THEMES)
      for (const colour of ['#ff0000', '#ffff00', '#00ff00', '#0000ff', '#888888', '#000000', '#ffffff', '#123456']) {
        const nearest = findLegibleAccent(colour, theme);
        expect(nearest, `${colour} ${theme}`).toMatch(/^#[\da-f]{6}$/);
        expect(isAccentLegible(nearest ?? '', theme), `${colour} ${theme}`).toBe(true);
      }
    expect(isAccentLegible('#ffff00', 'light')).toBe(false);
    // Red stays red: its first channel is the largest by far.
    const [, red = '', green = '', blue = ''] =
      /^#(..)(..)(..)$/.exec(findLegibleAccent('#ff2020', 'light') ?? '') ?? [];
    expect(Number.parseInt(red, 16)).toBeGreaterThan(3 * Number.parseInt(green, 16));
    expect(Number.parseInt(red, 16)).toBeGreaterThan(3 * Number.parseInt(blue, 16));
    expect(findLegibleAccent('#8f4a00', 'light')).toBe('#8f4a00');
  });

  it('has letters on it that can be read, whatever it is', () => {
    for (let value = 0; value < 4096; value += 7) {
      const colour = readColour(value.toString(16).padStart(3, '0')) ?? '';
      const on = listPairs(colour, 'dark').find(({ name }) => name === 'on');
      expect(on?.ratio, colour).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
    expect(deriveAccent('#ffffff', 'dark').on).toBe('#000000');
  });
});

describe('the rules of a page', () => {
  it('are none for the built-in brand', () => {
    expect(buildBrandStyle(BUILT_IN_BRAND)).toBe('');
    expect(buildBrandStyle(structuredClone(brand({ name: { fa: 'نما', en: 'Nama' } })))).toBe('');
  });

  it('have the colours of both themes, and the dark ones for a browser without light-dark()', () => {
    const css = buildBrandStyle(brand({ accent: { light: '#0b57d0', dark: '#8ec5ff' } }));
    expect(css).toMatch(/^html:root\{--accent:#8ec5ff;--accent-fg:#000000;--accent-soft:#\w{6}\}@supports/);
    expect(css).toContain('--accent:light-dark(#0b57d0,#8ec5ff);--accent-fg:light-dark(#ffffff,#000000)');
    expect(css.length).toBeLessThan(300);
  });

  it('have the logo of the theme, or the one that there is', () => {
    const [light, dark] = [logo('wordmark-a-AQ000000', 2), logo('wordmark-b-AQ000000', 8)];
    const both = buildBrandStyle(brand({ logo: { light, dark } }));
    expect(both).toContain('.logo{inline-size:160px;block-size:32px');
    expect(both).toContain(':root[data-theme=light] .logo{background-image:url(/media/img/wordmark-a-AQ000000/320)}');
    const one = buildBrandStyle(brand({ logo: { light, dark: null } }));
    expect(one).toBe(
      '.logo{inline-size:64px;block-size:32px;background:center/contain no-repeat}.logo{background-image:url(/media/img/wordmark-a-AQ000000/320)}',
    );
  });
});

describe('a brand of the desk', () => {
  it('is read in any spelling of a colour', () => {
    expect(readColour(' #F80 ')).toBe('#ff8800');
    expect(readColour('8F4A00')).toBe('#8f4a00');
    expect(readColour('#۸f۴a۰۰')).toBe('#8f4a00');
    for (const text of ['', 'red', '#12', '#12345', '#1234567', '#12345g', '#fff;}', 'url(x)', '#8f4a00 '.repeat(2)])
      expect(readColour(text), text).toBeNull();
  });

  it('is refused by field', () => {
    const check = (part: object) => checkBrand({ ...BUILT_IN_VALUE, ...part }).faults;
    expect(check({})).toEqual({});
    expect(check({ name_fa: ' ', name_en: '{{code}}', kids_en: '<b>x', kids_fa: '123' })).toEqual({
      ...{ name_fa: 'site_empty', name_en: 'site_name', kids_en: 'site_name', kids_fa: 'site_name' },
    });
    expect(check({ accent_light: '#ffff00', accent_dark: 'red' })).toEqual({
      ...{ accent_light: 'site_contrast', accent_dark: 'site_colour' },
    });
    // A colour of one theme does not pass in the other.
    expect(check({ accent_dark: '#8f4a00' })).toEqual({ accent_dark: 'site_contrast' });
  });

  it('names every text of the page that is rendered with it, and of no other', async () => {
    const nama = brand({ name: { fa: 'نما', en: 'Nama & Co' }, kids: { fa: 'نمای کودک', en: 'Nama Kids' } });
    const read = () => [m.site_name(), m.kids_brand(), m.genre_description({ name: 'x' }), m.home_title()].join('|');
    const builtIn = runInLocale('fa', read);
    const [ofNama, other] = await Promise.all([
      runWithBrand(nama, () => runInLocale('fa', async () => (await Promise.resolve(), read()))),
      runInLocale('fa', async () => (await Promise.resolve(), read())),
    ]);
    expect(other).toBe(builtIn);
    expect(ofNama).toBe(builtIn.replaceAll(brandFile.kids.fa, 'نمای کودک').replaceAll(brandFile.name.fa, 'نما'));
    expect(ofNama).not.toBe(builtIn);
    runWithBrand(nama, () => {
      expect(fillBrand('{{brand}}: {{brand_kids}} {{code}}', 'en')).toBe('Nama & Co: Nama Kids {{code}}');
      expect(getBrandSlug()).toBe('nama-co');
    });
    expect(getBrandSlug()).toBe(brandFile.slug);
    expect(runWithBrand(brand({ name: { fa: 'نما', en: 'نما' } }), getBrandSlug)).toBe(brandFile.slug);
  });

  it('is a call in a compiled text, by its language', () => {
    const code =
      'const fa_a = () => {\n\treturn (`{{brand}}.`)\n};\nconst en_a = () => {\n\treturn (`in {{brand_kids}}`)\n};\n/** {{brand}} */';
    const filled = fillBrandText(code);
    expect(filled).toContain("`${nameBrand('name', 'fa', '");
    expect(filled).toContain("`in ${nameBrand('kids', 'en', '");
    expect(filled.match(/nameBrand\(/g)).toHaveLength(2);
  });
});
