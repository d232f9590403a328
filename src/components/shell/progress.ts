/**
 * What was watched without a network, or before the login, goes to the server with the next page of whoever it belongs
 * to. Looks only at keys of src/stores/progress.ts; the code that sends loads where there is something to send.
 */
export function watchProgress(): void {
  const { dataset } = document.documentElement;
  const whose = 'kids' in dataset ? 'kids' : 'signedIn' in dataset ? 'own' : 'guest';
  try {
    for (const key of Object.keys(localStorage)) {
      const [name, owner] = key.split(':');
      if (name !== 'progress') continue;
      // Signed out: whoever signs in next may be somebody else.
      if (whose === 'guest' && owner === 'own') localStorage.removeItem(key);
      const waits = owner === whose && localStorage.getItem(key)?.includes('"unsent":{');
      if (whose !== 'guest' && (waits || (whose === 'own' && owner === 'guest'))) {
        void import('../../islands/send-progress.ts').then(({ sendProgress }) => sendProgress());
        return;
      }
    }
  } catch {
    // A browser that keeps nothing has nothing to send.
  }
}
