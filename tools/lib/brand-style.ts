import type { Plugin } from 'vite';
import brand from '../../src/platform/config/brand.json' with { type: 'json' };

const VALUES: Readonly<Record<string, string>> = {
  'ground-light': brand.ground.light,
  'ground-dark': brand.ground.dark,
  'accent-light': brand.accent.light,
  'accent-dark': brand.accent.dark,
  'on-accent-light': brand.onAccent.light,
  'on-accent-dark': brand.onAccent.dark,
  font: brand.font,
};

/** Puts the brand's colours and font in the place of `env(brand-…)` in the site's style sheets. */
export default function brandStyle(): Plugin {
  return {
    name: 'pardeh:brand-style',
    enforce: 'pre',
    transform(code, id) {
      if (id.split('?')[0]?.endsWith('.css') !== true || !code.includes('env(brand-')) return null;
      const styles = code.replace(/env\(brand-([\w-]+)\)/g, (value, name: string) => {
        return VALUES[name] ?? this.error(`${value} is no value of src/platform/config/brand.json`);
      });
      return { code: styles, map: null };
    },
  };
}
