/**
 * What was watched without a network, or before the login, goes to the server with the next page of whoever it belongs
 * to, as src/features/progress/client/progress.ts keeps it. Written out by itself: the script that every page inlines loads nothing later.
 */
export function watchProgress(): void {
  try {
    void sendWaiting('kids' in document.documentElement.dataset ? 'kids' : null);
  } catch {
    // A browser that keeps nothing has nothing to send.
  }
}

/** Titles in one call (progress/contract.ts). */
const AT_ONCE = 50;

async function sendWaiting(kids: 'kids' | null): Promise<void> {
  const signedIn = 'signedIn' in document.documentElement.dataset;
  const sent = Object.keys(localStorage).flatMap((key) => {
    const [name, owner, id] = key.split(':');
    if (name !== 'progress') return [];
    // Signed out: whoever signs in next may be somebody else.
    if (owner === 'own' && !signedIn && !kids) localStorage.removeItem(key);
    const mine = kids ? owner === kids : signedIn && owner !== 'kids';
    const { state, unsent } = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<
      'state' | 'unsent',
      object | null
    >;
    const waits = mine && (owner === 'guest' ? state : unsent);
    return waits ? [{ key, title: { id: Number(id), ...waits } }] : [];
  });
  if (sent.length === 0) return;
  const now = Math.floor(Date.now() / 1000) + Number(localStorage.getItem('clock'));
  const titles = sent.slice(0, AT_ONCE).map(({ title }) => title);
  const answer = await fetch('/api/v1/my/progress', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now, titles }),
  }).catch(() => null);
  if (!answer?.ok) return;
  // The server has them; the player asks it for the place.
  for (const { key } of sent.slice(0, AT_ONCE)) localStorage.removeItem(key);
  document.dispatchEvent(new Event('pardeh:progress'));
}
