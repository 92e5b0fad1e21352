import { divIcon, type Map as LeafletMap, type LeafletMouseEvent, type Marker, map, marker } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef, useState } from 'react';
import { locationsDesk } from '../../messages/en/locations-desk.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { drawCoast } from './coast-layer.ts';
import { defaultCentre, type Position, zoomLimits } from './geometry.ts';
import { pinIcon } from './map-icons.ts';
import { pictureLayer } from './picture-layer.ts';
import styles from './place-picker.module.css';

interface PlacePickerProps {
  tiles: { standard: string; attribution: string };
  /** Where the pin stands first; none where nobody has told. */
  at: Position | null;
  onPick: (at: Position) => void;
}

const words = locationsDesk.editor;
/** Some eleven metres: a finger is no finer. */
const decimals = 5;
const rounded = (degrees: number) => Number(degrees.toFixed(decimals));

/** A map with one pin, which goes where it is tapped; by keyboard the map is moved, and its middle taken. */
export function PlacePicker({ tiles, at, onPick }: PlacePickerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<LeafletMap>(null);
  const pin = useRef<Marker>(null);
  const [haveFailed, setFailed] = useState(false);
  const pick = useRef(onPick);
  pick.current = onPick;
  const put = ({ latitude, longitude }: Position) => {
    pin.current?.remove();
    const icon = divIcon({
      html: pinIcon(false) as HTMLElement,
      className: '',
      iconSize: [36, 44],
      iconAnchor: [18, 43],
    });
    pin.current = marker([latitude, longitude], { icon, keyboard: false, interactive: false }).addTo(shown.current!);
  };
  const choose = ({ lat, lng }: { lat: number; lng: number }) => {
    const position = { latitude: rounded(lat), longitude: rounded(lng) };
    put(position);
    pick.current(position);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it is opened
  useEffect(() => {
    const { latitude, longitude } = at ?? defaultCentre;
    const made = map(frame.current!, {
      ...{ center: [latitude, longitude], zoom: at ? 16 : 12, minZoom: zoomLimits.min - 3, maxZoom: zoomLimits.max },
      ...{ zoomControl: false, attributionControl: false, scrollWheelZoom: false },
    });
    shown.current = made;
    drawCoast(made);
    pictureLayer(tiles.standard, 'standard', setFailed).addTo(made);
    made.on('click', ({ latlng }: LeafletMouseEvent) => choose(latlng));
    if (at) put(at);
    return () => {
      made.remove();
    };
  }, []);
  return (
    <div className={styles.picker}>
      <p className={list.note}>{words.mapHint}</p>
      <section aria-label={words.map}>
        <div ref={frame} className={styles.map} />
        <p className={list.note}>{haveFailed ? words.noPictures : tiles.attribution}</p>
      </section>
      <div className={page.actions}>
        <Button look="plain" onClick={() => choose(shown.current!.getCenter())}>
          {words.middle}
        </Button>
        <Button look="plain" onClick={() => shown.current!.zoomIn()}>
          {words.zoomIn}
        </Button>
        <Button look="plain" onClick={() => shown.current!.zoomOut()}>
          {words.zoomOut}
        </Button>
      </div>
    </div>
  );
}
