import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean | string | { on?: string; hash?: string[]; now?: boolean };
  }
}
