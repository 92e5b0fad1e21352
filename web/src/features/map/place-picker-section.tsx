import { type ComponentProps, useEffect, useState } from 'react';
import { locationsDesk } from '../../messages/en/locations-desk.ts';
import { map as mapWords } from '../../messages/en/map.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOnDemand } from '../../use-on-demand.ts';
import type { PlacePicker } from './place-picker.tsx';

const loadPicker = () => import('./place-picker.tsx').then((module) => module.PlacePicker);

/** The place of the map on which a position is picked, until it is fetched. */
export function PlacePickerSection(props: ComponentProps<typeof PlacePicker>) {
  const [Picker, fetchPicker] = useOnDemand(loadPicker);
  const [hasFailed, setFailed] = useState(false);
  const fetch = () => {
    setFailed(false);
    fetchPicker().catch(() => setFailed(true));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it is opened
  useEffect(fetch, []);
  if (Picker) return <Picker {...props} />;
  if (!hasFailed) return <Loading words={mapWords.loading} />;
  const again = (
    <Button look="plain" onClick={fetch}>
      {mapWords.again}
    </Button>
  );
  return (
    <Notice tone="bad" actions={again}>
      {locationsDesk.editor.noMap}
    </Notice>
  );
}
