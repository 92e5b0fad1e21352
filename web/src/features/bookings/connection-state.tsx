import { bookings as words } from '../../messages/en/bookings.ts';
import { CheckIcon, OfflineIcon } from '../../ui/icons.tsx';
import styles from './connection-state.module.css';

interface ConnectionStateProps {
  online: boolean;
  /** Whether what is on screen is the server's last word. */
  live: boolean;
  /** Whether the device has it too. */
  keeps: boolean;
}

/** Whether the server can be reached, in words and a sign. */
export function ConnectionState({ online, live, keeps }: ConnectionStateProps) {
  const offlineText = keeps ? words.offlineText : words.offlineUnkeptText;
  const Icon = online ? CheckIcon : OfflineIcon;
  return (
    <p className={online ? styles.online : styles.offline} role="status">
      <Icon />
      <strong>{online ? words.online : words.offline}</strong>
      {(live || !online) && <span>{online ? words.onlineText : offlineText}</span>}
    </p>
  );
}
