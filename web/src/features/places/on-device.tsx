import { useEffect } from 'react';
import { messages } from '../../messages/index.ts';
import { Button } from '../../ui/button.tsx';
import { whenIdle } from '../../ui/when-idle.ts';
import { useOnDemand } from '../../use-on-demand.ts';
import type { PlaceData } from './load-place.ts';
import styles from './on-device.module.css';

const load = () => import('./place-on-device.tsx').then((module) => module.PlaceOnDevice);

/** What this device has of a place, and the offer to have all of it. What does so comes when the page is at rest. */
export function OnDevice(data: PlaceData) {
  const [PlaceOnDevice, fetchIt] = useOnDemand(load);
  useEffect(() => whenIdle(() => void fetchIt().catch(() => {})), [fetchIt]);
  return (
    <div className={styles.line}>
      {PlaceOnDevice ? (
        <PlaceOnDevice key={data.place.id} {...data} />
      ) : (
        <Button look="quiet" disabled>
          {messages.place.keep}
        </Button>
      )}
    </div>
  );
}
