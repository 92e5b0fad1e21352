import { type ComponentProps, useEffect, useState } from 'react';
import { map as words } from '../../messages/en/map.ts';
import { Button } from '../../ui/button.tsx';
import { PinIcon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOnDemand } from '../../use-on-demand.ts';
import { useKinds } from '../listings/kinds.ts';
import styles from './map-section.module.css';
import type { MapView } from './map-view.tsx';

const loadView = () => import('./map-view.tsx').then((module) => module.MapView);

/** What is listed in the map's place: as much as two screens or three. */
const mostNamed = 30;

/** The place of the map until it is fetched, which happens only where one is opened; what it will show is listed already. */
export function MapSection(props: ComponentProps<typeof MapView>) {
  const kindOf = useKinds();
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
          <Loading words={words.loading} />
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
      <ul role="list" className={list.rows}>
        {props.listings.slice(0, mostNamed).map((one) => (
          <li key={one.id} className={list.row}>
            <PinIcon />
            <div className={list.words}>
              <p className={list.name}>{one.name}</p>
              <p className={list.note}>{kindOf(one)}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
