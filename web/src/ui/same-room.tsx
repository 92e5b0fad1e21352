import type { ReactNode } from 'react';
import styles from './same-room.module.css';

interface SameRoomProps {
  /** What was here before. */
  as: ReactNode;
  children: ReactNode;
}

/** Takes the room of what was here before, so that nothing below moves under a finger. */
export const SameRoom = ({ as, children }: SameRoomProps) => (
  <div className={styles.room}>
    <div className={styles.before} aria-hidden="true">
      {as}
    </div>
    {children}
  </div>
);
