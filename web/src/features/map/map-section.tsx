import { type ComponentProps, useEffect, useState } from 'react';
import { map as words } from '../../messages/en/map.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useOnDemand } from '../../use-on-demand.ts';
import styles from './map-section.module.css';
import type { MapView } from './map-view.tsx';

const loadView = () => import('./map-view.tsx').then((module) => module.MapView);

/** The place of the map until it is fetched, which happens only where one is opened; what it will show is listed already. */
export function MapSection(props: ComponentProps<typeof MapView>) {
  const [View, fetchView] = useOnDemand(loadView);
  const [hasFailed, setFailed] = useState(false);
  const fetch = () => {
    setFailed(false);
    fetchView().catch(() => setFailed(true));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the map is opened
  useEffect(fetch, []);
  if (View) return <View {...props} />;
  return (
    <>
      {!hasFailed && (
        <div className={styles.waiting}>
          <div role="status">
            <Spinner />
            {words.loading}
          </div>
        </div>
      )}
      {hasFailed && (
        <Notice
          tone="bad"
          actions={
            <Button look="plain" onClick={fetch}>
              {words.again}
            </Button>
          }
        >
          {words.failed}
        </Notice>
      )}
      <ul className={styles.names}>
        {props.listings.slice(0, 30).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  );
}
