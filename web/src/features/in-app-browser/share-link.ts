/** What became of sharing: given away by the device's own dialog, copied, left by the person, or neither was possible. */
export type Shared = 'shared' | 'copied' | 'cancelled' | 'impossible';

/** Offers a link to the device's share dialog, and copies it where there is none. Never throws. */
export async function shareLink(title: string, url: string): Promise<Shared> {
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return 'shared';
    } catch (error) {
      if ((error as Error).name === 'AbortError') return 'cancelled';
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'impossible';
  }
}
