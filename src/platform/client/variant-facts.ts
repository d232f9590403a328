/** The variant's decisions for this host, from attributes of <html> (shell/Body.astro; spec 1.08, 4.26). */
export function readVariantFacts(): { isGiven: boolean; isRestricted: boolean } {
  const { subscription, restricted } = document.documentElement.dataset;
  return { isGiven: subscription === 'given', isRestricted: restricted !== undefined };
}
