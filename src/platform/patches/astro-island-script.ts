import type { Plugin } from 'vite';

/** Each pattern is a part of Astro's script of an island that this site has no use for. */
const CUTS: readonly (readonly [RegExp, string])[] = [
  // Class fields lowered for old browsers: these are plain properties.
  [/var g=Object\.defineProperty;var w=.*?;var l=\(a,s,c\)=>w\(.*?,c\);/, ''],
  [/l\(this,"Component"\);l\(this,"hydrator"\);l\(this,"hydrate",async\(\)=>\{/, 'this.hydrate=async()=>{'],
  // Astro's own router swaps pages; this site has none.
  [
    /(new CustomEvent\("astro:hydrate"\)\)\})\);l\(this,"unmount",.*?\}disconnectedCallback\(\)\{.*?\}connectedCallback/,
    '$1}connectedCallback',
  ],
  // No renderer of ours has a script before hydration.
  [/let e=this\.getAttribute\("before-hydration-url"\);e&&await import\(e\),/, ''],
  [/l\(f,"observedAttributes",\["props"\]\)/, 'f.observedAttributes=["props"]'],
  // Props of an island are JSON: 0 is a value, 1 an array.
  [/,2:t=>new RegExp\(t\).*?POSITIVE_INFINITY\*t\}/, '}'],
  // An island's export is one plain name.
  [/var E=new Set\(\[.*?\]\);/, ''],
  [/if\(h\.includes\("\."\)\)\{.*?\}else\{.*?this\.Component=d\[h\]\}/, 'this.Component=d[h];'],
  [/let u;try\{u=(this\.hasAttribute\("props"\).*?:\{\})\}catch\(o\)\{.*?,o\}/, 'let u=$1;'],
];

/** The script, or the code of the module that holds it. Throws where Astro has changed a part. */
export function shrinkIslandScript(text: string): string {
  return CUTS.reduce((rest, [pattern, replacement]) => {
    if (!pattern.test(rest)) throw new Error(`astro's island script has no longer: ${pattern.source}`);
    return rest.replace(pattern, replacement);
  }, text);
}

/** 500 of 1,646 bytes (brotli) of each page with an island, where all first-party script may have 6,000. */
export function shrinkIsland(): Plugin {
  return {
    name: 'pardeh:shrink-island',
    transform: {
      filter: { id: /astro\/dist\/runtime\/server\/astro-island\.prebuilt\.js/ },
      handler: (code) => ({ code: shrinkIslandScript(code), map: null }),
    },
  };
}
