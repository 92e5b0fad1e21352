import { useEffect, useState } from 'react';
import { countWaitingScans } from '../../device/scan-outbox.ts';
import { scan as words } from '../../messages/en/scan.ts';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useOnline } from '../../use-online.ts';

/** Scans that were made without a network and are not sent yet. */
export function WaitingScans() {
  const online = useOnline();
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!online) void countWaitingScans().then(setCount);
  }, [online]);
  return <Status>{!online && count > 0 && <Notice>{words.waitingScans(count)}</Notice>}</Status>;
}
