import type { CurrentUser } from '../../../../contract/accounts.ts';
import { Jointed } from '../../ui/jointed.tsx';
import { PersonIcon } from '../../ui/more-icons.tsx';
import styles from './account-name.module.css';

/** The name a user goes by: the one of their account, else their e-mail address. */
const nameOf = (user: CurrentUser): string => user.google_user_data?.name || user.email;

/** The same to read: an address is set smaller than a name. */
export function AccountName({ user }: { user: CurrentUser }) {
  const name = nameOf(user);
  if (name !== user.email) return name;
  return (
    <span className={styles.address}>
      <Jointed words={name} />
    </span>
  );
}

/** A user's picture, or the first letter of their name; a figure for a guest. */
export function Portrait({ user }: { user: CurrentUser | null }) {
  const picture = user?.google_user_data?.picture;
  if (picture) {
    return <img className={styles.portrait} src={picture} alt="" width={56} height={56} referrerPolicy="no-referrer" />;
  }
  return (
    <span className={styles.portrait} aria-hidden="true">
      {user ? [...nameOf(user)][0]?.toUpperCase() : <PersonIcon />}
    </span>
  );
}
