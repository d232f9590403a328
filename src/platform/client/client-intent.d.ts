import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first sign of use; see src/platform/client/intent.ts for the values. */
    'client:intent'?: boolean | string | { on?: string; hash?: string[] };
  }
}
