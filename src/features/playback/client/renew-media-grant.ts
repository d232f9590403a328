/**
 * Lets the addresses below an older manifest go on being good for as long as those of this fresh one: the media door of
 * the site's own host keeps its signature in a cookie. False where the media lies elsewhere, or the door does not answer.
 */
export async function renewMediaGrant(manifest: string): Promise<boolean> {
  if (new URL(manifest, location.href).origin !== location.origin) return false;
  const answer = await fetch(`${manifest}?renew=1`).catch(() => null);
  return answer?.status === 204;
}
