import { type Insertable, sql } from 'kysely';
import type { ApplicationState } from '../../../contract/application-form.ts';
import type { StakeholderType } from '../../../contract/invitations.ts';
import type { Tables } from '../../../db/schema.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import type { RiskFacts } from './application-risks.ts';

export interface ApplicationRow extends RiskFacts {
  id: string;
  stakeholder_type: StakeholderType;
  partner_type: string | null;
  phone: string | null;
  address: string | null;
  message: string | null;
  state: ApplicationState;
  created_at: Date;
  decided_at: Date | null;
  decided_by: string | null;
  decision_reason: string | null;
}

export interface ApplicationFilter {
  /** A part of the organization, the contact, the address or the website. */
  search?: string | undefined;
  state?: ApplicationState | undefined;
  stakeholder_type?: StakeholderType | undefined;
  id?: string | undefined;
}

/** Of one network so many are counted; more of them change no decision. */
const mostCounted = 1_000;

/** The others that a hint counts. */
const others = sql`
  (select count(*)::integer from (select from applications o where o.network_key = a.network_key
    and o.created_at between a.created_at - interval '7 days' and a.created_at + interval '7 days' limit ${sql.lit(mostCounted)}) o)
    as from_network,
  (select count(*)::integer - 1 from (select from applications o where o.mailbox = a.mailbox limit ${sql.lit(mostCounted)}) o) as same_email,
  (select count(*)::integer from (select from applications o where lower(o.organization_name) = lower(a.organization_name)
    and o.mailbox <> a.mailbox limit ${sql.lit(mostCounted)}) o) as same_organization`;

/** A page of the applications, with what the hints are made of. */
export async function findApplicationPage(db: Db, filter: ApplicationFilter, page: Page) {
  const { search, state, stakeholder_type, id } = filter;
  const matching = [];
  if (search)
    matching.push(contains(sql`concat_ws(' ', a.organization_name, a.contact_name, a.email, a.website)`, search));
  if (state) matching.push(sql`a.state = ${state}`);
  if (stakeholder_type) matching.push(sql`a.stakeholder_type = ${stakeholder_type}`);
  if (id) matching.push(sql`a.id = ${id}::uuid`);
  return await findPage<ApplicationRow>(
    db,
    {
      from: sql`applications a left join users d on d.id = a.decided_by`,
      ...{ id: sql`a.id`, matching, order: byInstant(sql`a.created_at`) },
      columns: sql`a.id, a.stakeholder_type, a.partner_type, a.organization_name, a.contact_name, a.email, a.phone, a.website,
        a.address, a.message, a.is_trapped, a.state, a.created_at, a.decided_at, d.email as decided_by, a.decision_reason, ${others}`,
    },
    page,
  );
}

export async function countNew(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from applications where state = 'new'`.execute(db);
  return rows[0]!.waiting;
}

export async function insertApplication(tx: Tx, row: Insertable<Tables['applications']>): Promise<void> {
  await tx.insertInto('applications').values(row).execute();
}

/** An application's own row. @param lock holds it against other decisions until the transaction ends */
export async function findApplication(db: Db, id: string, { lock = false } = {}) {
  return await db
    .selectFrom('applications')
    .select(['id', 'stakeholder_type', 'partner_type', 'organization_name', 'email', 'language', 'state'])
    .where('id', '=', id)
    .$if(lock, (rows) => rows.forUpdate())
    .executeTakeFirst();
}
export type OwnRow = NonNullable<Awaited<ReturnType<typeof findApplication>>>;

export async function decideRow(
  tx: Tx,
  id: string,
  decision: {
    state: Exclude<ApplicationState, 'new'>;
    decided_at: Date;
    decided_by: string;
    decision_reason?: string;
    invitation_id?: string;
  },
): Promise<void> {
  await tx.updateTable('applications').set(decision).where('id', '=', id).execute();
}

/** Forgets what was decided before an instant, and what came before it and was never decided. */
export async function deleteApplicationsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'applications', {
    where: sql`coalesce(decided_at, created_at) < ${instant}`,
    orderBy: sql`coalesce(decided_at, created_at)`,
  });
}
