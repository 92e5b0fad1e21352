import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Caller, Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Membership, staffPermissions } from '../../platform/organisations/memberships.ts';
import { endSessionsOf, rotateSession } from '../../platform/sessions/sessions.ts';
import { followStanding, takeRole } from '../profiles/profiles.ts';
import { tellOfHandingOver } from './hand-over-mail.ts';
import {
  deleteMember,
  findActiveOwners,
  findOrganisation,
  isActive,
  isMemberAnywhere,
  lockMember,
  lockProfiles,
  updateStanding,
} from './organisations.store.ts';

type Standing = Membership['standing'];

/** What is another organisation's is answered like what is not there, and noted. */
export const missing = (isAnothers: boolean) =>
  new Refusal('not_found').noting(isAnothers ? { reason: "another organisation's" } : {});

/**
 * Makes another member an owner, or of another owner one of the staff. The partner's id stays (docs/decisions/042-a-partner-keeps-its-id.md).
 * @throws Refusal `not_found`, `member_inactive`; `forbidden` to who is no owner by now
 */
export async function changeStanding(
  db: Db,
  now: Date,
  actor: Actor,
  own: Membership,
  userId: string,
  standing: Standing,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const before = await lockTeam(tx, actor, own, userId);
    if (before.standing === standing) return;
    if (standing === 'owner') await requireActive(tx, own, userId);
    await move(tx, now, actor, own, userId, { before, standing, of: actor.userId });
  });
}

/**
 * Takes another member out: a traveler from then on, whose sessions have ended.
 * @throws Refusal `not_found`; `forbidden` to who is no owner by now
 */
export async function removeMember(db: Db, now: Date, actor: Actor, own: Membership, userId: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const before = await lockTeam(tx, actor, own, userId);
    await takeOut(tx, now, actor, own, { userId, before, action: 'member_removed' });
    await endSessionsOf(tx, userId);
  });
}

/** What a new session takes, beside the caller. */
interface Device {
  caller: Caller;
  userAgent: string | undefined;
}

/**
 * The caller leaves: a traveler from then on.
 * @returns their new session; all others of the account have ended.
 * @throws Refusal `last_owner`, `not_found` to who is no member by now
 */
export async function leave(db: Db, now: Date, actor: Actor, own: Membership, device: Device) {
  return await withTransaction(db, async (tx) => {
    await hold(tx, own, [actor.userId]);
    const before = await memberOf(tx, own, actor.userId);
    if (!before) throw missing(false);
    if (before.standing === 'owner') {
      const owners = await findActiveOwners(tx, own.organisationId);
      if (!owners.some((one) => one !== actor.userId)) throw new Refusal('last_owner');
    }
    await takeOut(tx, now, actor, own, { userId: actor.userId, before, action: 'member_left' });
    return await rotateSession(tx, { ...device, role: 'traveler', now });
  });
}

/**
 * Makes another member an owner in the stead of the caller, who becomes one of the staff or leaves; both are told by mail. Nothing that
 * the organisation has, has earned or is known by changes.
 * @returns the caller's new session where they leave
 * @throws Refusal `not_found`, `member_inactive`; `forbidden` to who is no owner by now
 */
export async function handOver(
  services: Pick<Services, 'db' | 'jobs' | 'settings' | 'languages' | 'mailsIn'>,
  now: Date,
  actor: Actor,
  own: Membership,
  { userId, stays, ...device }: Device & { userId: string; stays: boolean },
) {
  return await withTransaction(services.db, async (tx) => {
    const before = await lockTeam(tx, actor, own, userId);
    await requireActive(tx, own, userId);
    if (before.standing !== 'owner')
      await move(tx, now, actor, own, userId, { before, standing: 'owner', of: actor.userId });
    const former = { userId: actor.userId, before: (await memberOf(tx, own, actor.userId))! };
    if (stays) await move(tx, now, actor, own, actor.userId, { ...former, standing: 'staff', of: userId });
    else await takeOut(tx, now, actor, own, { ...former, action: 'member_left' });
    await recordAudit(tx, now, {
      action: 'organisation_handed_over',
      actorId: actor.userId,
      subject: { kind: 'organisation', id: own.organisationId },
      before: { owner: actor.userId },
      after: { owner: userId, stays },
      requestId: actor.requestId,
    });
    await tellOfHandingOver(services, tx, own, { from: actor.userId, to: userId, stays });
    return stays ? undefined : await rotateSession(tx, { ...device, role: 'traveler', now });
  });
}

/** Makes of a member an owner or one of the staff; whether they may be, the caller has asked. @param given.of another owner */
export async function setStanding(
  tx: Tx,
  now: Date,
  userId: string,
  given: { organisationId: string; standing: Standing; permissions: string[]; of: string },
): Promise<void> {
  const { organisationId, standing, permissions, of } = given;
  const change = () =>
    withTenant(tx, { organisation: organisationId }, (walled) =>
      updateStanding(walled, organisationId, userId, { standing, permissions }),
    );
  // What an owner's profile says is the organisation's, so it says it before; staff's says nothing, so it says it after.
  if (standing === 'staff') await change();
  await followStanding(tx, now, userId, { of, isOwner: standing === 'owner' });
  if (standing === 'owner') await change();
}

type Before = NonNullable<Awaited<ReturnType<typeof lockMember>>>;

async function move(
  tx: Tx,
  now: Date,
  actor: Actor,
  { organisationId, permissions: granted }: Membership,
  userId: string,
  { before, standing, of }: { before: Before; standing: Standing; of: string },
): Promise<void> {
  const permissions = standing === 'owner' ? granted : staffPermissions(granted);
  await setStanding(tx, now, userId, { organisationId, standing, permissions, of });
  await auditMember(tx, now, actor, 'member_changed', userId, before, { standing, permissions });
}

async function takeOut(
  tx: Tx,
  now: Date,
  actor: Actor,
  { organisationId }: Membership,
  { userId, before, action }: { userId: string; before: Before; action: 'member_removed' | 'member_left' },
): Promise<void> {
  await withTenant(tx, { organisation: organisationId }, (walled) => deleteMember(walled, organisationId, userId));
  await takeRole(tx, now, actor, userId);
  await auditMember(tx, now, actor, action, userId, { organisation: organisationId, ...before }, undefined);
}

/** Holds an organisation with the profiles of those whose standing is to change: whoever else changes its team waits, and sees this. */
async function hold(tx: Tx, { organisationId }: Membership, userIds: readonly string[]): Promise<void> {
  await lockProfiles(tx, userIds);
  await findOrganisation(tx, organisationId, { lock: true });
}

const memberOf = (tx: Tx, { organisationId }: Membership, userId: string) =>
  withTenant(tx, { organisation: organisationId }, (walled) => lockMember(walled, organisationId, userId));

/** Another member, with the team held for an owner, who still is one. @throws Refusal `forbidden`, `not_found` */
async function lockTeam(tx: Tx, actor: Actor, own: Membership, userId: string): Promise<Before> {
  await hold(tx, own, [actor.userId, userId]);
  const owners = await findActiveOwners(tx, own.organisationId);
  if (!owners.includes(actor.userId)) throw new Refusal('forbidden').noting({ reason: 'not the owner' });
  const member = userId === actor.userId ? undefined : await memberOf(tx, own, userId);
  if (!member) throw missing(userId !== actor.userId && (await isMemberAnywhere(tx, userId)));
  return member;
}

async function requireActive(tx: Tx, { kind }: Membership, userId: string): Promise<void> {
  if (!(await isActive(tx, userId, kind))) throw new Refusal('member_inactive');
}

export async function auditMember(
  tx: Tx,
  now: Date,
  actor: Actor,
  action: string,
  userId: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  const subject = { kind: 'user', id: userId };
  await recordAudit(tx, now, { action, actorId: actor.userId, subject, before, after, requestId: actor.requestId });
}
