/** A fresh manifest renews older addresses by the media door's cookie. False on another host, or without an answer. */
export async function renewMediaGrant(manifest: string): Promise<boolean> {
  if (new URL(manifest, location.href).origin !== location.origin) return false;
  const answer = await fetch(`${manifest}?renew=1`).catch(() => null);
  return answer?.status === 204;
}
