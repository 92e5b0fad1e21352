import { map as words } from '../../messages/en/map.ts';
import { LayersIcon, LocateIcon, MinusIcon, PlusIcon } from './control-icons.tsx';
import { zoomLimits } from './geometry.ts';
import styles from './map-controls.module.css';
import type { MapMode } from './map-events.ts';

interface MapControlsProps {
  mode: MapMode;
  zoom: number;
  isLocating: boolean;
  /** Whether there are pictures to change between. */
  canChange: boolean;
  onLocate: () => void;
  onZoom: (steps: 1 | -1) => void;
  onMode: (mode: MapMode) => void;
}

/** The map's own buttons, in reach of a thumb. */
export function MapControls({ mode, zoom, isLocating, canChange, onLocate, onZoom, onMode }: MapControlsProps) {
  const other: MapMode = mode === 'standard' ? 'satellite' : 'standard';
  return (
    <div className={styles.controls}>
      <button
        type="button"
        className={styles.control}
        aria-label={words.locate}
        aria-busy={isLocating}
        onClick={onLocate}
      >
        <LocateIcon />
      </button>
      <button
        type="button"
        className={styles.control}
        aria-label={words.zoomIn}
        disabled={zoom >= zoomLimits.max}
        onClick={() => onZoom(1)}
      >
        <PlusIcon />
      </button>
      <button
        type="button"
        className={styles.control}
        aria-label={words.zoomOut}
        disabled={zoom <= zoomLimits.min}
        onClick={() => onZoom(-1)}
      >
        <MinusIcon />
      </button>
      {canChange && (
        <button
          type="button"
          className={styles.control}
          aria-label={mode === 'standard' ? words.toSatellite : words.toStandard}
          onClick={() => onMode(other)}
        >
          <LayersIcon />
        </button>
      )}
      <p role="status" className="visually-hidden">
        {isLocating ? words.locating : ''}
      </p>
    </div>
  );
}
