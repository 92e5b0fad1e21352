import { forgetSeen } from './device-caches.ts';
import { emptyOutbox } from './outbox-store.ts';

/** Forgets what lies outside the storages: places, packs, pictures, scans that wait. The application itself stays. */
export async function forgetDevice(): Promise<void> {
  await Promise.all([forgetSeen(), emptyOutbox()]);
}
