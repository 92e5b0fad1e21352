import type { AdminPlaceProposal } from '../../../contract/place-proposals.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Tx, withTransaction } from '../../platform/database/database.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findTold } from '../codes/codes.ts';
import { decideRow, type LockedProposal, lockProposal, putPicture, updatePlace } from './place-proposals.store.ts';
import { getAnyProposal } from './place-proposals.ts';
import { proposalMail } from './proposal-mail.ts';

type Decider = Pick<Services, 'db' | 'jobs' | 'settings' | 'languages' | 'mailsIn'>;

/**
 * Approves a proposal: the place has it with the same transaction. The owners and who proposed it are told by mail.
 * @throws Refusal `not_found`, `proposal_decided`, `changed_meanwhile` where the place is another's by now
 */
export async function approveProposal(
  services: Decider,
  now: Date,
  actor: Actor,
  id: string,
): Promise<AdminPlaceProposal> {
  return await withTransaction(services.db, async (tx) => {
    const proposal = await lockPending(tx, id);
    if (proposal.place.organisation_id !== proposal.organisation_id) throw new Refusal('changed_meanwhile');
    const { location_id, name, description, picture } = proposal;
    if (picture) await putPicture(tx, location_id, id, picture);
    const changes = {
      ...(name !== null && { name }),
      ...(description !== null && { description }),
      ...(picture && ({ image_url: `/place-pictures/${id}`, image_color: null } as const)),
    };
    await updatePlace(tx, location_id, changes);
    const { organisation_id: _, ...before } = proposal.place;
    const is = { ...before, ...changes };
    await decide(services, tx, now, actor, proposal, { status: 'approved', reason: null, name: is.name });
    await recordAudit(tx, now, {
      action: 'place_changed',
      actorId: actor.userId,
      subject: { kind: 'place', id: location_id },
      before,
      after: is,
      requestId: actor.requestId,
    });
    return await getAnyProposal(tx, id);
  });
}

/** Declines a proposal; the owners and who proposed it are told the reason by mail. @throws Refusal `not_found`, `proposal_decided` */
export async function declineProposal(
  services: Decider,
  now: Date,
  actor: Actor,
  id: string,
  reason: string,
): Promise<AdminPlaceProposal> {
  return await withTransaction(services.db, async (tx) => {
    const proposal = await lockPending(tx, id);
    await decide(services, tx, now, actor, proposal, { status: 'declined', reason, name: proposal.place.name });
    return await getAnyProposal(tx, id);
  });
}

async function lockPending(tx: Tx, id: string): Promise<LockedProposal> {
  const proposal = await lockProposal(tx, id);
  if (!proposal) throw new Refusal('not_found');
  if (proposal.status !== 'pending') throw new Refusal('proposal_decided', { status: proposal.status });
  return proposal;
}

async function decide(
  { jobs, settings, languages, mailsIn }: Decider,
  tx: Tx,
  now: Date,
  actor: Actor,
  { id, location_id, organisation_id, proposed_by }: LockedProposal,
  { status, reason, name }: { status: 'approved' | 'declined'; reason: string | null; name: string },
): Promise<void> {
  await decideRow(tx, id, { status, decided_at: now, decided_by: actor.userId, decision_reason: reason });
  await recordAudit(tx, now, {
    action: `place_proposal_${status}`,
    actorId: actor.userId,
    subject: { kind: 'place_proposal', id },
    before: { status: 'pending' },
    after: { status, reason },
    requestId: actor.requestId,
  });
  for (const { email, language } of await findTold(tx, { organisation_id, requested_by: proposed_by })) {
    const words = await mailsIn(languages.find((one) => one === language) ?? defaultLanguage);
    const mail = proposalMail(settings, words, { id: location_id, name }, status, reason);
    await jobs.send(tx, 'mail', { to: email, ...mail });
  }
}
