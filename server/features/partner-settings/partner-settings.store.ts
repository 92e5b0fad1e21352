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
}

/** An organisation with what it has chosen, or the defaults. */
export async function findSettings(db: Db, organisationId: string): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select o.name, o.tier, o.qr_codes_limit, o.created_at, coalesce(s.email_reports, true) as email_reports,
      coalesce(s.push_reports, false) as push_reports, coalesce(s.reporting_frequency, 'monthly') as reporting_frequency,
      coalesce(s.marketing_consent, false) as marketing_consent
    from organisations o left join partner_settings s on s.organisation_id = o.id where o.id = ${organisationId}`.execute(
    db,
  );
  return rows[0];
}

/** Keeps what was chosen now; what was not stays, whatever somebody else chooses at the same time. */
export async function putChoices(tx: Tx, now: Date, organisationId: string, chosen: Partial<Choices>): Promise<void> {
  await tx
    .insertInto('partner_settings')
    .values({ organisation_id: organisationId, updated_at: now, ...chosen })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet({ updated_at: now, ...chosen }))
    .execute();
}
