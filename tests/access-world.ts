import { randomUUID } from 'node:crypto';
import { newToken } from '../server/platform/sessions/tokens.ts';
import type { CallerKind } from './access-table.ts';
import { createGoogleWorld, type GoogleWorld } from './google-flow.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import type { TestUser } from './world.ts';

/** Stands in everything of the other tenant's that nobody else may read. */
export const canary = 'zzcanary';

export interface AccessWorld extends GoogleWorld {
  /** Somebody else, with a row of everything, all of it marked with the canary. */
  other: TestUser;
}

/** A person of a kind, signed in as far as that kind can be. */
export async function aCaller(world: GoogleWorld, caller: CallerKind): Promise<TestUser> {
  if (caller === 'nobody') {
    const { email } = await world.aUser();
    return { id: '', email: `nobody-${email}`, role: 'traveler', cookie: '' };
  }
  if (caller === 'newcomer') return await aNewcomer(world);
  if (caller !== 'deactivated') return await world.aUser({ role: caller });
  const user = await world.aUser();
  await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', user.id).execute();
  return user;
}

/** Hands the session of somebody to an account that has no profile. */
async function aNewcomer({ db, aUser }: GoogleWorld): Promise<TestUser> {
  const somebody = await aUser();
  const email = `newcomer-${somebody.email}`;
  const { id } = await db.insertInto('users').values({ email }).returning('id').executeTakeFirstOrThrow();
  await db.updateTable('sessions').set({ user_id: id }).where('user_id', '=', somebody.id).execute();
  return { ...somebody, id, email };
}

/** An open invitation of an address, without its mail. */
export async function anInvitation(world: GoogleWorld, email: string): Promise<{ id: string; token: string }> {
  const { token, hash } = newToken();
  const now = world.clock.now();
  const { id } = await world.db
    .insertInto('invitations')
    .values({
      token_hash: hash,
      invited_email: email,
      stakeholder_type: 'partner',
      organization_name: 'Hale Kai',
      partner_type: 'hotel',
      notes: canary,
      permissions: [],
      created_at: now,
      sent_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** A passkey of somebody who is signed in; their session counts as confirmed by it. */
export async function aPasskey(world: GoogleWorld, user: TestUser, name = 'Phone') {
  const key = new SoftwareAuthenticator(world.settings.publicUrl);
  const options = await world.call('POST /api/passkeys/registration-options', { cookie: user.cookie });
  const credential = options.status === 200 ? key.register(options.body) : undefined;
  const reply = await world.call('POST /api/passkeys', { cookie: user.cookie, body: { name, credential } });
  return { key, id: reply.status === 201 ? (reply.body.id as string) : randomUUID() };
}

/** The world of the access tests: an identity provider, and another tenant whose data must not be seen. */
export async function createAccessWorld(): Promise<AccessWorld> {
  const world = await createGoogleWorld({
    NEWS_SECRETS: `demo:${'n'.repeat(32)}`,
    FAREHARBOR_WEBHOOK_SECRETS: 'n'.repeat(32),
  });
  const other = await world.aUser({ role: 'partner', email: `${canary}@hotel.example` });
  const { db } = world;
  const { id: user_id } = other;
  await db.updateTable('users').set({ name: canary, given_name: canary }).where('id', '=', user_id).execute();
  const mark = { organization_name: canary, phone: canary, location: canary, preferences: JSON.stringify({ canary }) };
  await db.updateTable('profiles').set(mark).where('user_id', '=', user_id).execute();
  await db.updateTable('sessions').set({ user_agent: canary }).where('user_id', '=', user_id).execute();
  await aPasskey(world, other, canary);
  await db
    .insertInto('bookings')
    .values({
      transaction_id: canary,
      user_id,
      listing_id: await world.aListing(),
      platform: 'external',
      reference: canary,
      contact_info: canary,
      amount_cents: 4_500,
      booked_at: world.clock.now(),
    })
    .execute();
  await db
    .insertInto('error_reports')
    .values({ kind: 'page', error_id: canary, message: canary, received_at: world.clock.now(), network: 'x', user_id })
    .execute();
  return { ...world, other };
}
