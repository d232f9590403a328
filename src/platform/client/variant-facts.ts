/** What the variant decides for this host, from the attributes that shell/Body.astro gives <html> (spec 1.08, 4.26). */
export function readVariantFacts(): { isGiven: boolean; isRestricted: boolean } {
  const { subscription, restricted } = document.documentElement.dataset;
  return { isGiven: subscription === 'given', isRestricted: restricted !== undefined };
}
