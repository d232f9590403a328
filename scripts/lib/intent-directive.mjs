/** The Astro integration that adds `client:intent`; what it does is told in src/islands/intent.ts. */
export default function intentDirective() {
  return {
    name: 'pardeh:intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/islands/intent.ts' });
      },
    },
  };
}
