import { bookings as words } from '../../messages/en/bookings.ts';
import { CheckIcon, OfflineIcon } from '../../ui/icons.tsx';
import styles from './connection-state.module.css';

/** Whether what is on screen is live, in words and a sign. */
export function ConnectionState({ online }: { online: boolean }) {
  const Icon = online ? CheckIcon : OfflineIcon;
  return (
    <p className={online ? styles.online : styles.offline} role="status">
      <Icon />
      <strong>{online ? words.online : words.offline}</strong>
      <span>{online ? words.onlineText : words.offlineText}</span>
    </p>
  );
}
