import { design as words } from '../../messages/en/design.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import {
  AlertIcon,
  CheckIcon,
  CompassIcon,
  HomeIcon,
  InfoIcon,
  MenuIcon,
  OfflineIcon,
  PinIcon,
  ScanIcon,
  StarIcon,
} from '../../ui/icons.tsx';
import * as moreIcons from '../../ui/more-icons.tsx';
import styles from './design.module.css';

// By name: asking for all of a module would keep each of its names in the first script.
const firstIcons = {
  AlertIcon,
  CheckIcon,
  CompassIcon,
  HomeIcon,
  InfoIcon,
  MenuIcon,
  OfflineIcon,
  PinIcon,
  ScanIcon,
  StarIcon,
};

const roles = [
  'paper',
  'raised',
  'desk',
  'ink',
  'muted',
  'line',
  'edge',
  'accent',
  'sea',
  'sea-wash',
  'ok',
  'ok-wash',
  'warn',
  'warn-wash',
  'bad',
  'bad-wash',
  'alert',
];

/** A swatch per role. The fill is an attribute of a drawing: the page's policy allows no style attributes. */
export function Colors() {
  return (
    <ul role="list" className={styles.swatches}>
      {roles.map((role) => (
        <li key={role}>
          <svg className={styles.swatch} aria-hidden="true">
            <rect width="100%" height="100%" fill={`var(--${role})`} />
          </svg>
          {role}
        </li>
      ))}
    </ul>
  );
}

export function Type() {
  return (
    <ul role="list" className={styles.type}>
      {words.sizes.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  );
}

export function Badges() {
  return (
    <div className={styles.bar}>
      {(Object.entries(words.tones) as [Tone, string][]).map(([tone, label]) => (
        <Badge key={tone} tone={tone}>
          {tone === 'ok' && <CheckIcon />}
          {tone === 'warn' && <moreIcons.ClockIcon />}
          {tone === 'bad' && <moreIcons.CrossCircleIcon />}
          {tone === 'sea' && <moreIcons.DoubleCheckIcon />}
          {label}
        </Badge>
      ))}
    </div>
  );
}

export function Icons() {
  return (
    <ul role="list" className={styles.icons}>
      {Object.entries({ ...firstIcons, ...moreIcons }).map(([name, Sign]) => (
        <li key={name}>
          <Sign />
          {name.replace('Icon', '')}
        </li>
      ))}
    </ul>
  );
}
