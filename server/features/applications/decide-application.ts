import type { Application } from '../../../contract/applications.ts';
import type { StakeholderType } from '../../../contract/invitations.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { prepareInvitation, type Sender } from '../invitations/invitations.ts';
import { applicationMail } from './application-mail.ts';
import { decideRow, findApplication, type OwnRow } from './applications.store.ts';
import { getApplication } from './applications.ts';

type Decider = Pick<Services, 'db' | 'jobs' | 'settings' | 'languages' | 'mailsIn'>;

/**
 * Invites whoever applied, in the transaction that decides about the application; the mail is in the language it was sent in.
 * @throws Refusal `not_found`, `application_decided`, and what an invitation is refused with
 */
export async function inviteApplicant(
  sender: Sender & Decider,
  now: Date,
  actor: Actor,
  id: string,
): Promise<Application> {
  const application = await findNew(sender.db, id);
  const { email, organization_name, partner_type } = application;
  const reader = { ...sender.reader, language: languageOf(sender, application) };
  const make = await prepareInvitation({ ...sender, reader }, now, actor, {
    invited_email: email,
    stakeholder_type: application.stakeholder_type as StakeholderType,
    organization_name,
    ...(partner_type !== null && { partner_type }),
  }).catch(async (failure) => {
    // Who has invited them meanwhile has decided about the application, too.
    await findNew(sender.db, id);
    throw failure;
  });
  return await withTransaction(sender.db, async (tx) => {
    await findNew(tx, id, { lock: true });
    const invitation = await make(tx);
    await decideRow(tx, id, {
      state: 'invited',
      decided_at: now,
      decided_by: actor.userId,
      invitation_id: invitation.id,
    });
    await audit(tx, now, actor, id, { state: 'invited', invitation_id: invitation.id });
    return await getApplication(tx, id);
  });
}

/** Declines an application; with `tell` whoever applied reads the reason in a mail. @throws Refusal `not_found`, `application_decided` */
export async function declineApplication(
  services: Decider,
  now: Date,
  actor: Actor,
  id: string,
  { reason, tell }: { reason: string; tell: boolean },
): Promise<Application> {
  return await withTransaction(services.db, async (tx) => {
    const application = await findNew(tx, id, { lock: true });
    const decision = { decided_at: now, decided_by: actor.userId, decision_reason: reason };
    await decideRow(tx, id, { state: 'declined', ...decision });
    await audit(tx, now, actor, id, { state: 'declined', reason, tell });
    if (tell) {
      const words = await services.mailsIn(languageOf(services, application));
      const mail = applicationMail(services.settings, words, 'declined', reason);
      await services.jobs.send(tx, 'mail', { to: application.email, ...mail });
    }
    return await getApplication(tx, id);
  });
}

/** @throws Refusal `not_found`, `application_decided` */
async function findNew(db: Db, id: string, { lock = false } = {}): Promise<OwnRow> {
  const application = await findApplication(db, id, { lock });
  if (!application) throw new Refusal('not_found');
  if (application.state !== 'new') throw new Refusal('application_decided', { state: application.state });
  return application;
}

const languageOf = ({ languages }: Pick<Services, 'languages'>, { language }: OwnRow) =>
  languages.find((one) => one === language) ?? defaultLanguage;

/** Notes what becomes of an application that is new until then. */
async function audit(
  tx: Tx,
  now: Date,
  { userId: actorId, requestId }: Actor,
  id: string,
  after: { state: 'invited' | 'declined' } & Record<string, unknown>,
) {
  const [action, subject] = [`application_${after.state}`, { kind: 'application', id }];
  await recordAudit(tx, now, { action, actorId, subject, before: { state: 'new' }, after, requestId });
}
