import { bookings as words } from '../../messages/en/bookings.ts';
import { CheckIcon, OfflineIcon } from '../../ui/icons.tsx';
import styles from './connection-state.module.css';

/** Whether the server can be reached, in words and a sign; `live` when what is on screen is its last word. */
export function ConnectionState({ online, live }: { online: boolean; live: boolean }) {
  const Icon = online ? CheckIcon : OfflineIcon;
  return (
    <p className={online ? styles.online : styles.offline} role="status">
      <Icon />
      <strong>{online ? words.online : words.offline}</strong>
      {(live || !online) && <span>{online ? words.onlineText : words.offlineText}</span>}
    </p>
  );
}
