import { sql } from 'kysely';
import type { reportingFrequencies } from '../../../contract/portal-states.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

/** What a partner has chosen. */
export interface Choices {
  email_reports: boolean;
  push_reports: boolean;
  reporting_frequency: (typeof reportingFrequencies)[number];
  marketing_consent: boolean;
}

export interface SettingsRow extends Choices {
  name: string;
  tier: string;
  qr_codes_limit: number;
  created_at: Date;
  reports_ended_at: Date | null;
  /** Whether the member has a choice of their own. */
  has_own_choice: boolean;
}

/** A member of a partner. */
export interface MemberId {
  organisationId: string;
  userId: string;
}

/**
 * What a member `m` is sent, whose own row, if any, is `c`, and whose organisation's is `s`: the owner has what the organisation has, until
 * something else is theirs; staff have nothing until they choose it.
 */
export const chosenReports = {
  email: sql<boolean>`coalesce(c.email_reports, m.standing = 'owner' and coalesce(s.email_reports, true))`,
  frequency: sql<Choices['reporting_frequency']>`coalesce(c.reporting_frequency,
    case when m.standing = 'owner' then s.reporting_frequency end, 'monthly')`,
};
/** These rows, beside the member's. */
export const reportsOfMember = sql`left join partner_settings s on s.organisation_id = m.organisation_id
  left join report_choices c on c.organisation_id = m.organisation_id and c.user_id = m.user_id`;

/** An organisation with what it and this member of it have chosen, or the defaults. */
export async function findSettings(db: Db, { organisationId, userId }: MemberId): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select o.name, o.tier, o.qr_codes_limit, o.created_at, ${chosenReports.email} as email_reports,
      coalesce(s.push_reports, false) as push_reports, ${chosenReports.frequency} as reporting_frequency,
      coalesce(s.marketing_consent, false) as marketing_consent, c.ended_at as reports_ended_at,
      c.user_id is not null as has_own_choice
    from organisations o join members m on m.organisation_id = o.id and m.user_id = ${userId} ${reportsOfMember}
    where o.id = ${organisationId}`.execute(db);
  return rows[0];
}

/** What one of the staff has chosen, or how an owner's link in a mail has ended theirs. */
export async function putReportChoice(
  tx: Tx,
  now: Date,
  { organisationId: organisation_id, userId: user_id }: MemberId,
  chosen: Pick<Choices, 'email_reports' | 'reporting_frequency'> & { ended_at: Date | null },
): Promise<void> {
  await tx
    .insertInto('report_choices')
    .values({ organisation_id, user_id, ...chosen, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'user_id']).doUpdateSet({ ...chosen, updated_at: now }),
    )
    .execute();
}

/** Keeps what was chosen now; what was not stays, whatever somebody else chooses at the same time. */
export async function putChoices(tx: Tx, now: Date, organisationId: string, chosen: Partial<Choices>): Promise<void> {
  await tx
    .insertInto('partner_settings')
    .values({ organisation_id: organisationId, updated_at: now, ...chosen })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet({ updated_at: now, ...chosen }))
    .execute();
}
