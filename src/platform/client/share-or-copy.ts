/** The system's own sheet, else a copy of `text`. `closed`: the visitor left the sheet. Without https there is no clipboard. */
export async function shareOrCopy(data: ShareData, text: string): Promise<'shared' | 'closed' | 'copied' | 'failed'> {
  if ('share' in navigator) {
    try {
      await navigator.share(data);
      return 'shared';
    } catch (error) {
      if ((error as Error).name === 'AbortError') return 'closed';
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed';
  }
}
