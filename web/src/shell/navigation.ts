import { useEffect, useSyncExternalStore } from 'react';
import type { Role } from '../../../contract/roles.ts';
import { messages } from '../messages/index.ts';
import { CompassIcon, HomeIcon, ScanIcon } from '../ui/icons.tsx';

const words = messages.navigation;

export interface NavigationItem {
  to: string;
  label: string;
  Icon: typeof HomeIcon;
}
type Desks = Partial<Record<Role, readonly NavigationItem[]>>;

export const home: NavigationItem = { to: '/dashboard', label: words.home, Icon: HomeIcon };
const scan = { to: '/scan', label: words.scan, Icon: ScanIcon };

const guest: readonly NavigationItem[] = [
  { to: '/explore', label: words.discover, Icon: CompassIcon },
  scan,
  { to: '/', label: words.home, Icon: HomeIcon },
];
const traveler: readonly NavigationItem[] = [home, scan, { to: '/explore', label: words.explore, Icon: CompassIcon }];
const others: readonly NavigationItem[] = [home];

let desks: Desks | undefined;
const watchers = new Set<() => void>();

/** Whether a role is of those who work with the guide. */
export const isOfDesk = (role: Role | undefined): boolean => role !== undefined && role !== 'traveler';

/** Fetches what they are shown; nobody else's phone carries it. */
export async function loadDesks(role: Role | undefined): Promise<void> {
  if (!isOfDesk(role) || desks) return;
  ({ desks } = await import('./desk-navigation.ts'));
  for (const told of watchers) told();
}

function watch(told: () => void): () => void {
  watchers.add(told);
  return () => watchers.delete(told);
}

/** What the bottom navigation and the menu list for a role; one that is not named has its home only. */
export function useNavigationItems(role: Role | undefined): readonly NavigationItem[] {
  const items = () => (role === undefined ? guest : role === 'traveler' ? traveler : (desks?.[role] ?? others));
  useEffect(() => void loadDesks(role).catch(console.warn), [role]);
  return useSyncExternalStore(watch, items, items);
}
