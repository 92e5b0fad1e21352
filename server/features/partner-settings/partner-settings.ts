import { isDeepStrictEqual } from 'node:util';
import type { Input } from '../../../contract/endpoint.ts';
import type {
  OwnReports,
  PartnerSettings,
  savePartnerSettings as saveEndpoint,
} from '../../../contract/partner-settings.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { changeProfile, findOwnProfile } from '../profiles/profiles.ts';
import {
  type Choices,
  findSettings,
  type MemberId,
  putChoices,
  putReportChoice,
  type SettingsRow,
} from './partner-settings.store.ts';

export { chosenReports, type MemberId, reportsOfMember } from './partner-settings.store.ts';

type Own = Pick<Membership, 'organisationId'>;

const wallOf = ({ organisationId, userId }: MemberId) => ({ organisation: organisationId, person: userId });

const reportsOf = ({ email_reports, reporting_frequency }: Pick<Choices, 'email_reports' | 'reporting_frequency'>) => ({
  ...{ email_reports, reporting_frequency },
});

const choicesOf = ({ email_reports, push_reports, reporting_frequency, marketing_consent }: SettingsRow): Choices => ({
  ...{ email_reports, push_reports, reporting_frequency, marketing_consent },
});

/** An organisation's settings, as its owner sees them. */
export async function readSettings(db: Db, actor: Actor, { organisationId }: Own): Promise<PartnerSettings> {
  const profile = await findOwnProfile(db, actor.userId);
  const member = { organisationId, userId: actor.userId };
  const row = (await withTenant(db, wallOf(member), (tx) => findSettings(tx, member)))!;
  return {
    user_profile: {
      organization_name: row.name,
      phone: profile?.phone ?? null,
      location: profile?.location ?? null,
    },
    portal_settings: {
      notifications: { email: row.email_reports, push: row.push_reports },
      reporting_frequency: row.reporting_frequency,
      reports_ended_at: row.reports_ended_at?.toISOString() ?? null,
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
    const member = { organisationId, userId: actor.userId };
    await withTenant(tx, wallOf(member), async (walled) => {
      const row = (await findSettings(walled, member))!;
      const before = choicesOf(row);
      const chosen: Partial<Choices> = {
        ...(wanted?.email !== undefined && { email_reports: wanted.email }),
        ...(wanted?.push !== undefined && { push_reports: wanted.push }),
        ...(body.commission_reporting_frequency && { reporting_frequency: body.commission_reporting_frequency }),
        ...(body.marketing_consent !== undefined && { marketing_consent: body.marketing_consent }),
      };
      const after = { ...before, ...chosen };
      const isAboutReports = chosen.email_reports !== undefined || chosen.reporting_frequency !== undefined;
      if (isDeepStrictEqual(before, after)) return;
      // Whoever has a choice of reports of their own changes that one: those of another owner stay as they are.
      const isOwnChoice = row.has_own_choice && isAboutReports;
      const { email_reports: _, reporting_frequency: __, ...others } = chosen;
      if (isOwnChoice) {
        const ended_at = after.email_reports ? null : row.reports_ended_at;
        await putReportChoice(walled, now, member, { ...reportsOf(after), ended_at });
      }
      if (!isOwnChoice || Object.keys(others).length > 0)
        await putChoices(walled, now, organisationId, isOwnChoice ? others : chosen);
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

/**
 * Ends the reports of a member alone, by the link in a mail of theirs; those that have ended stay so.
 * @returns the organisation's name; undefined where they are no member of it any more
 */
export async function endReports(db: Db, now: Date, member: MemberId, requestId: string): Promise<string | undefined> {
  return await withTenant(db, wallOf(member), async (tx) => {
    const row = await findSettings(tx, member);
    if (!row?.email_reports) return row?.name;
    const { reporting_frequency } = row;
    await putReportChoice(tx, now, member, { email_reports: false, reporting_frequency, ended_at: now });
    await recordAudit(tx, now, {
      action: 'reports_ended',
      actorId: member.userId,
      subject: { kind: 'organisation', id: member.organisationId },
      before: { email_reports: true },
      after: { email_reports: false },
      requestId,
    });
    return row.name;
  });
}

/** What a member is mailed. */
export async function readReports(db: Db, member: MemberId): Promise<OwnReports> {
  const row = (await withTenant(db, wallOf(member), (tx) => findSettings(tx, member)))!;
  return {
    email: row.email_reports,
    reporting_frequency: row.reporting_frequency,
    ended_at: row.reports_ended_at?.toISOString() ?? null,
  };
}

/** Chooses it, for this member alone. */
export async function chooseReports(
  db: Db,
  now: Date,
  actor: Actor,
  { organisationId }: Own,
  { email, reporting_frequency }: Omit<OwnReports, 'ended_at'>,
): Promise<OwnReports> {
  const member = { organisationId, userId: actor.userId };
  await withTenant(db, wallOf(member), async (tx) => {
    const before = reportsOf((await findSettings(tx, member))!);
    const after = { email_reports: email, reporting_frequency };
    if (isDeepStrictEqual(before, after)) return;
    await putReportChoice(tx, now, member, { ...after, ended_at: null });
    await recordAudit(tx, now, {
      action: 'reports_chosen',
      actorId: actor.userId,
      subject: { kind: 'organisation', id: organisationId },
      ...{ before, after, requestId: actor.requestId },
    });
  });
  return await readReports(db, member);
}
