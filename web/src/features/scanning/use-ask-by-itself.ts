import { useEffect } from 'react';
import { statusOf } from '../../api.ts';
import { hasNetwork } from '../../network.ts';

const firstMs = 5_000;
const longestMs = 5 * 60_000;

/**
 * Asks again by itself for what had no answer: after five seconds, then after twice as long each time, up to five minutes; while the
 * page is seen, and at once when it is seen again if it was due. The server is first asked whether it is there at all, which
 * counts towards no limit and is answered at once where it is.
 */
export function useAskByItself(wanted: boolean, ask: () => Promise<void>): void {
  useEffect(() => {
    if (!wanted) return;
    let isOver = false;
    let waitMs = firstMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    const askWhereSeen = async () => {
      isDue = true;
      if (document.hidden) return;
      isDue = false;
      const isReached = hasNetwork() && (await statusOf('/healthz', { cache: 'no-store' })) === 200;
      if (isReached && !isOver && !document.hidden) await ask();
      if (isOver) return;
      waitMs = Math.min(waitMs * 2, longestMs);
      timer = setTimeout(askWhereSeen, waitMs);
    };
    const seen = () => void (isDue && askWhereSeen());
    timer = setTimeout(askWhereSeen, waitMs);
    document.addEventListener('visibilitychange', seen);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [wanted, ask]);
}
