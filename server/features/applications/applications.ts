import { readWebsite } from '../../../contract/application-form.ts';
import type { Application, apply as applyEndpoint } from '../../../contract/applications.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { defaultPartnerType } from '../../../contract/invitations.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { mailboxOf, normalizeEmail } from '../../platform/email-address.ts';
import { areaOf, siteOf } from '../../platform/http/networks.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Spend } from '../../platform/limits/rate-limits.ts';
import { isWhole, type ListQuery, nextOf, readPage } from '../../platform/lists.ts';
import { sign } from '../../platform/sessions/tokens.ts';
import { deriveKey } from '../../platform/settings.ts';
import { applicationMail } from './application-mail.ts';
import { risksOf } from './application-risks.ts';
import {
  type ApplicationFilter,
  type ApplicationRow,
  countNew,
  findApplicationPage,
  insertApplication,
} from './applications.store.ts';

type Applicant = Pick<Context, 'db' | 'jobs' | 'settings' | 'mailsIn' | 'reader' | 'limits' | 'network'>;

const networkKeyLength = 16;

const show = (row: ApplicationRow): Application => ({
  id: row.id,
  stakeholder_type: row.stakeholder_type,
  partner_type: row.partner_type as Application['partner_type'],
  organization_name: row.organization_name,
  contact_name: row.contact_name,
  email: row.email,
  phone: row.phone,
  website: row.website,
  address: row.address,
  message: row.message,
  state: row.state,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  decided_by: row.decided_by,
  decision_reason: row.decision_reason,
  risks: risksOf(row),
});

/**
 * Keeps an application, and tells its address once a day that there is one; whether the address is known changes nothing of it.
 * @throws Refusal `invalid_email`, `rate_limited`
 */
export async function sendApplication(
  { db, jobs, settings, mailsIn, reader, limits, network }: Applicant,
  now: Date,
  given: Input<typeof applyEndpoint>['body'],
): Promise<void> {
  const email = normalizeEmail(given.email);
  if (!email)
    throw new Refusal('invalid_email').withFields([
      { path: 'body.email', code: 'custom', message: 'must be an address that mail can be sent to' },
    ]);
  const mailbox = mailboxOf(email);
  const area = areaOf(network);
  const shares: Spend[] = [
    { limit: 'application-sender', key: network },
    { limit: 'application-area', key: area },
    // Anybody can send in the name of an address: each has a share of their own.
    { limit: 'application-address', key: `${mailbox} ${siteOf(network)}` },
  ];
  // What one refuses spends nothing of the others.
  for (const share of shares) await limits.check(share, now);
  for (const share of shares) await limits.spend(share, now);
  const isTrapped = Boolean(given.fax);
  const isTold = !isTrapped && (await limits.trySpend({ limit: 'application-mail', key: mailbox }, now));
  const words = await mailsIn(reader.language);
  await withTransaction(db, async (tx) => {
    await insertApplication(tx, {
      stakeholder_type: given.stakeholder_type,
      partner_type: given.stakeholder_type === 'partner' ? (given.partner_type ?? defaultPartnerType) : null,
      organization_name: given.organization_name,
      contact_name: given.contact_name,
      ...{ email, mailbox },
      phone: given.phone || null,
      website: given.website ? readWebsite(given.website) : null,
      address: given.address || null,
      message: given.message || null,
      language: reader.language,
      is_trapped: isTrapped,
      network_key: sign(deriveKey(settings.secretKeys[0], 'application-network'), area).subarray(0, networkKeyLength),
      created_at: now,
    });
    if (isTold) await jobs.send(tx, 'mail', { to: email, ...applicationMail(settings, words, 'received', null) });
  });
}

/** A page of the applications, and how many wait. @throws Refusal `invalid_request` for a cursor that is none */
export async function listApplications(db: Db, { sort, after, limit, ...filter }: ListQuery & ApplicationFilter) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value));
  const { rows, total } = await findApplicationPage(db, filter, page);
  return { rows: rows.map(show), total, next: nextOf(sort, page, rows), waiting: await countNew(db) };
}

/** One of them. @throws Refusal `not_found` */
export async function getApplication(db: Db, id: string): Promise<Application> {
  const page = readPage({ sort: 'applied' }, () => true);
  const [row] = (await findApplicationPage(db, { id }, page)).rows;
  if (!row) throw new Refusal('not_found');
  return show(row);
}
