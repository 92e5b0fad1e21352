import { useEffect, useRef, useState } from 'react';
import { statusOf } from '../../api.ts';
import { useOnline } from '../../ui/use-online.ts';

const pollMs = 30_000;

const answers = async () => (await statusOf('/healthz', { cache: 'no-store' })) === 200;

/**
 * Whether the server can be reached: as the device says at once, and asked every 30 s, since a phone on a dead Wi-Fi believes
 * itself online.
 * @param onBack told when it can be reached again
 */
export function useConnection(onBack: () => void): boolean {
  const device = useOnline();
  const [reached, setReached] = useState(true);
  useEffect(() => {
    if (!device) return;
    setReached(true);
    const timer = setInterval(async () => {
      if (document.visibilityState === 'visible') setReached(await answers());
    }, pollMs);
    return () => clearInterval(timer);
  }, [device]);

  const online = device && reached;
  const before = useRef(online);
  useEffect(() => {
    if (online && !before.current) onBack();
    before.current = online;
  }, [online, onBack]);
  return online;
}
