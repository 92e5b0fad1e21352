import type { Tx } from '../../platform/database/database.ts';
import { endSessionsOf } from '../../platform/sessions/sessions.ts';
import { googleIssuer } from '../../platform/settings.ts';
import { deleteOtherSubjects, findIdentityOwner, type Identity, insertIdentity, lockUser } from './identities.store.ts';
import type { Person } from './identity-provider.ts';

/**
 * Whether a provider's word is proof that the address is this person's now: it says so, and it runs the mailbox (gmail.com,
 * or a Workspace domain named by `hd`). An address that was verified there once may have changed hands since. The demo's own
 * provider is believed about the demo's people.
 */
export function isProven(person: Person, isDemo: boolean): boolean {
  if (!person.email || !person.isEmailVerified) return false;
  if (isDemo) return true;
  return person.issuer === googleIssuer && (person.email.endsWith('@gmail.com') || person.hostedDomain !== null);
}

/**
 * Ties an identity to the account of its proven address. The account has one owner at a provider: another subject that was
 * tied before has lost the address, and its sessions end.
 * @returns whose account it is: an identity that is tied already stays where it is.
 */
export async function tieIdentity(tx: Tx, identity: Identity & { userId: string; now: Date }): Promise<string> {
  const { issuer, subject, userId } = identity;
  await lockUser(tx, userId);
  const owner = await findIdentityOwner(tx, issuer, subject);
  if (owner) return owner;
  if (await deleteOtherSubjects(tx, userId, issuer, subject)) await endSessionsOf(tx, userId);
  await insertIdentity(tx, identity);
  return (await findIdentityOwner(tx, issuer, subject))!;
}
