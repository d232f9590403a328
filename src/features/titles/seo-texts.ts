/** Characters of the texts that a title's page gives to search engines: how many these show, and how many are stored at most. */
export const SEO_TITLE = { advised: 60, max: 120 };
export const SEO_DESCRIPTION = { advised: 160, max: 320 };

/** A description of a page whose title has none of its own: the synopsis, cut between words. */
export function cutSynopsis(synopsis: string): string {
  const { advised } = SEO_DESCRIPTION;
  return synopsis.length > advised ? `${synopsis.slice(0, synopsis.lastIndexOf(' ', advised - 2))}…` : synopsis;
}
