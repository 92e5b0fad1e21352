import { sql } from 'kysely';
import { reportingFrequencies } from '../../../contract/portal-states.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { hasDeadMail } from '../../platform/jobs/jobs.store.ts';
import { grantedTo } from '../../platform/organisations/memberships.ts';
import { chosenReports, type MemberId, reportsOfMember } from '../partner-settings/partner-settings.ts';
import type { Period } from './periods.ts';

/**
 * Takes up a period. The first one of a frequency that anybody asks for is done already: of what was before, no reports were promised.
 * @returns whether reports of it are still to be made; not where another has taken it up at this moment
 */
export async function beginPeriod(db: Db, { frequency, until }: Period, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    with made as (
      insert into report_periods (frequency, until, done_at)
      select ${frequency}, ${until}::date,
        case when exists (select from report_periods where frequency = ${frequency}) then null else ${now}::timestamptz end
      on conflict do nothing returning done_at)
    select done_at is null as is_open from made
    union all select done_at is null from report_periods where frequency = ${frequency} and until = ${until}::date`.execute(
    db,
  );
  return rows[0]?.is_open ?? false;
}

/** Whoever wants a period's report has it. */
export async function endPeriod(db: Db, { frequency, until }: Period, now: Date): Promise<void> {
  await db
    .updateTable('report_periods')
    .set({ done_at: now })
    .where('frequency', '=', frequency)
    .where('until', '=', until)
    .execute();
}

export interface Recipient {
  user_id: string;
  organisation_id: string;
  owner_id: string;
  name: string;
  email: string;
  language: string | null;
  standing: 'owner' | 'staff';
  permissions: string[];
  granted: string[];
}

/** The active members of active partners who have chosen reports of a frequency, and to whom mail can be sent. */
const recipients = (frequency: string) => sql`
  members m join organisations o on o.id = m.organisation_id and o.kind = 'partner' and o.state = 'active'
    join users u on u.id = m.user_id
    join profiles p on p.user_id = m.user_id and p.role = 'partner' and p.is_active
    ${reportsOfMember}
  where ${chosenReports.email} and ${chosenReports.frequency} = ${frequency} and not ${hasDeadMail(sql`u.email`)}
    and exists (select from members owner join profiles of_owner on of_owner.user_id = owner.user_id
      where owner.organisation_id = o.id and owner.standing = 'owner' and of_owner.role = 'partner' and of_owner.is_active)`;

/** Those who have no report of a period yet, in the order of their ids. */
export async function findUnreported(db: Db, period: Period, after: string, limit: number): Promise<string[]> {
  const { frequency, until } = period;
  const { rows } = await sql<{ id: string }>`
    select m.user_id as id from ${recipients(frequency)} and m.user_id > ${after} and not exists (
      select from report_mails r where r.frequency = ${frequency} and r.until = ${until}::date
        and r.organisation_id = m.organisation_id and r.user_id = m.user_id)
    order by m.user_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** One who wants reports of a frequency, as they are now. */
export async function findRecipient(db: Db, frequency: string, userId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select m.user_id, o.id as organisation_id, o.owner_id, o.name, u.email, u.language, m.standing, m.permissions,
      ${grantedTo('o.id')} as granted
    from ${recipients(frequency)} and m.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Notes that a member is mailed the report of a period. @returns whether nobody had done so yet */
export async function takeReport(tx: Tx, { frequency, until }: Period, to: MemberId, now: Date): Promise<boolean> {
  const taken = await tx
    .insertInto('report_mails')
    .values({
      ...{ frequency, until, organisation_id: to.organisationId, user_id: to.userId },
      asked_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Forgets periods that ended before a day, with who had their reports. */
export async function deletePeriodsBefore(db: Db, day: string): Promise<void> {
  for (const frequency of reportingFrequencies)
    await deleteInBatches(db, 'report_periods', {
      where: sql`frequency = ${frequency} and until < ${day}::date`,
      orderBy: sql`until`,
    });
}
