import { type ComponentType, useEffect } from 'react';
import { messages } from '../../messages/index.ts';
import { Button } from '../../ui/button.tsx';
import { whenIdle } from '../../ui/when-idle.ts';
import { useOnDemand } from '../../use-on-demand.ts';
import type { PlaceData } from './load-place.ts';
import styles from './on-device.module.css';

let loaded: ComponentType<PlaceData> | null = null;

/** Fetches what says what this device has, which is then there from the first moment on. */
export const loadOnDevice = () =>
  import('./place-on-device.tsx').then((module) => {
    loaded = module.PlaceOnDevice;
    return loaded;
  });

/** What this device has of a place, and the offer to have all of it. What does so comes when the page is at rest, or was fetched with what was kept. */
export function OnDevice(data: PlaceData) {
  const [fetched, fetchIt] = useOnDemand(loadOnDevice);
  const PlaceOnDevice = loaded ?? fetched;
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
