import { grep, type Finding, type Source } from './files.ts';

/** Hosts that src may name: vocabularies, examples, and the register where a visitor verifies a seal. */
const NAMES =
  /^(?:(?:www\.)?w3\.org|logo\.samandehi\.ir|schema\.org|(?:[\w-]+\.)*example(?:\.(?:org|com|net))?|(?:[\w-]+\.)+invalid|localhost|127\.0\.0\.1)$/;

/** Third-party addresses in src. Providers live in gateways/ and platform/sms, and the script of Google Cast in one file. */
export function thirdPartyUrls(source: Source): Finding[] {
  if (/\/gateways\/|\/platform\/sms\/|\/config\/cast-script\.ts$/.test(source.path)) return [];
  return grep(source, source.text, /(?:https?:)?\/\/((?:[\w-]+\.)+[a-z]{2,})(?=[/:'"`?#\s)<]|$)/i, (match, line) => {
    const comment = /^\s*(?:\/\/|\/?\*|<!--)/.test(line);
    const address = /https?:/.test(match[0]) || /['"`(=]$/.test(line.slice(0, match.index));
    // The name of an XML vocabulary looks like an address, but nothing asks for it.
    const namespace = /xmlns(?::\w+)?="$/.test(line.slice(0, match.index));
    return comment || namespace || !address || NAMES.test(match[1] ?? '')
      ? null
      : `${match[0]}: no third-party address in src`;
  });
}

/**
 * Uses of the folder beside the repository, which is not there on other machines. A comment `outside: reason` on the
 * line allows it, for what also works without.
 */
export function outsideFiles(source: Source): Finding[] {
  const pattern = /['"`](?:\.\.\/)*(?:\.\.|\/work)\/shar[e]d\b/;
  return grep(source, source.text, pattern, (_match, line) =>
    /outside:\s*\S/.test(line) ? null : 'nothing outside of the repository may be used',
  );
}
