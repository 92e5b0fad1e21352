import { divIcon, type Map as LeafletMap, marker, polygon, svg } from 'leaflet';
import { map as words } from '../../messages/en/map.ts';
import { islands } from './coastline.ts';
import styles from './island-map.module.css';

/** Draws the islands under the pictures, so that they are seen wherever pictures are missing. */
export function drawCoast(map: LeafletMap): void {
  const layer = map.createPane('coast');
  layer.classList.add(styles.coastPane!);
  const renderer = svg({ pane: 'coast', padding: 0.5 });
  for (const { name, coast } of islands) {
    const line = coast.map(({ latitude, longitude }): [number, number] => [latitude, longitude]);
    const land = polygon(line, { pane: 'coast', renderer, className: styles.coast ?? '', interactive: false }).addTo(
      map,
    );
    const label = document.createElement('span');
    label.textContent = words.islands[name] ?? name;
    marker(land.getBounds().getCenter(), {
      pane: 'coast',
      icon: divIcon({ html: label, className: styles.island ?? '', iconSize: [120, 28] }),
      interactive: false,
      keyboard: false,
    }).addTo(map);
  }
}
