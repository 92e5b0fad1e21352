import { useId } from 'react';
import styles from './motif.module.css';

const tile = { width: 24, height: 14, path: 'M0 .5h24M0 13.5h24M0 11 6 3l6 8 6-8 6 8M6 7v4M18 7v4M12 3v2' };

/** The guide's border: a rule of small repeated figures. Ornament only. */
export function Motif() {
  const id = useId();
  return (
    <svg className={styles.motif} height={tile.height} width="100%" aria-hidden="true">
      <pattern id={id} width={tile.width} height={tile.height} patternUnits="userSpaceOnUse">
        <path d={tile.path} fill="none" stroke="currentColor" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
