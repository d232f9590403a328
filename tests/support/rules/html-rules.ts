import { HtmlValidate, StaticConfigLoader } from 'html-validate';

/** All that the standard demands of a page, and what html-validate recommends beside; what is off says why. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:document'],
    rules: {
      // React writes `maxLength="200"`, `required=""` and `<input/>`; HTML reads them as it reads the others.
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'void-style': 'off',
      // `submit` is what the standard says of a button in a form, and ours without a type are such. Each page would
      // carry the words in its language form, twice.
      'no-implicit-button-type': 'off',
      // Files of our own origin have a hash of their content in the name.
      'require-sri': ['error', { target: 'crossorigin' }],
      // React's useId begins with an underscore, which HTML allows.
      'valid-id': ['error', { relaxed: true }],
      // A number is copied and dialled with plain hyphens.
      'tel-non-breaking': 'off',
      // A letter without people is a link that is disabled, which HTML has no element for.
      'prefer-native-element': ['error', { exclude: ['link'] }],
      // A browser that keeps the parents' PIN would let the children out.
      'autocomplete-password': 'off',
    },
  }),
);

/** Faults in the HTML of a whole page: the rule, the place and the reason of each. */
export async function findHtmlFaults(source: string): Promise<string[]> {
  const { results } = await validator.validateString(source);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message} — ${source.slice(Math.max(0, offset - 10), offset + 80)}`,
    ),
  );
}
