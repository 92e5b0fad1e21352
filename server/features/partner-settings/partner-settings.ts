import { isDeepStrictEqual } from 'node:util';
import type { Input } from '../../../contract/endpoint.ts';
import type { PartnerSettings, savePartnerSettings as saveEndpoint } from '../../../contract/partner-settings.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { changeProfile, findOwnProfile } from '../profiles/profiles.ts';
import { type Choices, findSettings, putChoices, type SettingsRow } from './partner-settings.store.ts';

type Own = Pick<Membership, 'organisationId'>;

const choicesOf = ({ email_reports, push_reports, reporting_frequency, marketing_consent }: SettingsRow): Choices => ({
  ...{ email_reports, push_reports, reporting_frequency, marketing_consent },
});

/** An organisation's settings, as its owner sees them. */
export async function readSettings(db: Db, actor: Actor, { organisationId }: Own): Promise<PartnerSettings> {
  const profile = await findOwnProfile(db, actor.userId);
  const row = (await withTenant(db, { organisation: organisationId }, (tx) => findSettings(tx, organisationId)))!;
  return {
    user_profile: {
      organization_name: row.name,
      phone: profile?.phone ?? null,
      location: profile?.location ?? null,
    },
    portal_settings: {
      notifications: { email: row.email_reports, push: row.push_reports },
      reporting_frequency: row.reporting_frequency,
      marketing_consent: row.marketing_consent,
      commission_tier: row.tier,
      qr_codes_limit: row.qr_codes_limit,
      partner_since: row.created_at.toISOString(),
    },
  };
}

/**
 * Changes what is sent of an organisation's settings. Name and contact are those of its owner's profile.
 * @throws Refusal `invalid_phone`, `invalid_location`, `invalid_profile`
 */
export async function saveSettings(
  db: Db,
  now: Date,
  actor: Actor,
  own: Own,
  body: Input<typeof saveEndpoint>['body'],
): Promise<PartnerSettings> {
  const { organisationId } = own;
  const { organization_name: organizationName, phone, location, notification_preferences: wanted } = body;
  return await withTransaction(db, async (tx) => {
    if (organizationName !== undefined || phone !== undefined || location !== undefined)
      await changeProfile(tx, now, actor, {
        ...(organizationName !== undefined && { organizationName }),
        ...(phone !== undefined && { phone }),
        ...(location !== undefined && { location }),
      });
    await withTenant(tx, { organisation: organisationId }, async (walled) => {
      const before = choicesOf((await findSettings(walled, organisationId))!);
      const chosen: Partial<Choices> = {
        ...(wanted?.email !== undefined && { email_reports: wanted.email }),
        ...(wanted?.push !== undefined && { push_reports: wanted.push }),
        ...(body.commission_reporting_frequency && { reporting_frequency: body.commission_reporting_frequency }),
        ...(body.marketing_consent !== undefined && { marketing_consent: body.marketing_consent }),
      };
      const after = { ...before, ...chosen };
      if (isDeepStrictEqual(before, after)) return;
      await putChoices(walled, now, organisationId, chosen);
      await recordAudit(walled, now, {
        action: 'partner_settings_changed',
        actorId: actor.userId,
        subject: { kind: 'organisation', id: organisationId },
        ...{ before, after, requestId: actor.requestId },
      });
    });
    return await readSettings(tx, actor, own);
  });
}
