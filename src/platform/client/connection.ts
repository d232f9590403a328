/** Calls `onChange` each time that the browser loses its network or has it again. Returns how to stop. */
export function followConnection(onChange: (isOnline: boolean) => void): () => void {
  const handle = ({ type }: Event) => onChange(type === 'online');
  addEventListener('online', handle);
  addEventListener('offline', handle);
  return () => {
    removeEventListener('online', handle);
    removeEventListener('offline', handle);
  };
}
