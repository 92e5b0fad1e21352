import { type TileLayer, tileLayer } from 'leaflet';
import { deepestZoom } from '../../../../contract/map-zoom.ts';
import { zoomLimits } from './geometry.ts';
import styles from './island-map.module.css';
import type { MapMode } from './map-events.ts';

/**
 * The pictures of one look of the map.
 * @param onRound told after each round of pictures whether none of them came.
 */
export function pictureLayer(address: string, mode: MapMode, onRound: (failed: boolean) => void): TileLayer {
  let [came, failed] = [0, 0];
  return tileLayer(address, {
    minZoom: zoomLimits.min,
    maxZoom: zoomLimits.max,
    maxNativeZoom: deepestZoom,
    className: mode === 'standard' ? (styles.standard ?? '') : '',
  })
    .on('loading', () => {
      [came, failed] = [0, 0];
    })
    .on('tileload', () => {
      came += 1;
    })
    .on('tileerror', () => {
      failed += 1;
    })
    .on('load', () => {
      if (came + failed > 0) onRound(came === 0);
    });
}
