import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { hawaiiDay } from '../../../../contract/hawaii-time.ts';
import type { OwnReports, PartnerSettings } from '../../../../contract/partner-settings.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { reportingFrequencies } from '../../../../contract/portal-states.ts';
import { ApiError, errorCode } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { useLate } from '../../desk/late-results.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { portalSettings as words } from '../../messages/en/portal-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Loaded } from '../../shell/loaded.tsx';
import type { Filled } from '../../submit-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import page from '../../ui/page.module.css';
import { useSubmit } from '../../use-submit.ts';
import { usePartnerView } from './partner-view.ts';
import form from './portal.module.css';
import { PortalFrame } from './portal-frame.tsx';
import { ReportFields } from './report-fields.tsx';
import { StaffReports } from './staff-reports.tsx';

export interface SettingsData {
  settings: PartnerSettings | null;
  /** Of staff, who have no other settings: null for those who may see no figures. */
  staff: { reports: OwnReports | null } | null;
  permissions: readonly Permission[];
}

const nullWhereFailed = (failure: unknown) => {
  if (failure instanceof ApiError && failure.status >= 500) return null;
  throw failure;
};

/** Settings that the server failed to give are null: the sections beside them stay within reach. */
export const loadSettings = deskLoader(async (api): Promise<SettingsData> => {
  const member = await api('GET /api/organisation').catch(nullWhereFailed);
  if (member?.standing !== 'staff')
    return {
      settings: await api('GET /api/partner-portal/settings').catch(nullWhereFailed),
      ...{ staff: null, permissions: member?.permissions ?? [] },
    };
  const { permissions } = member;
  const hasFigures = permissions.includes('performance_analytics');
  const reports = hasFigures ? await api('GET /api/partner-portal/reports').catch(nullWhereFailed) : null;
  return { settings: null, staff: hasFigures && !reports ? null : { reports }, permissions };
});

/** An organisation's name and contact, how it is told of its figures, and what its account allows; of staff their own reports. */
export function PortalSettingsScreen() {
  const { settings, staff, permissions } = useLoaderData<SettingsData>();
  const change = useChange<never>();
  if (staff) return <StaffReports reports={staff.reports} permissions={permissions} />;
  if (!settings) return <NoSettings permissions={permissions} />;
  const { portal_settings: portal } = settings;
  return (
    <Loaded>
      <PortalFrame
        section="settings"
        permissions={permissions}
        sentence={words.sentence(
          portal.commission_tier,
          portal.qr_codes_limit,
          hawaiiDay(new Date(portal.partner_since)),
        )}
      >
        {change.notice}
        <SettingsForm settings={settings} onSaved={change.tell} />
        <section className={page.section} aria-labelledby="account">
          <h2 id="account">{words.account}</h2>
          <dl className={page.facts}>
            {(
              [
                [words.tier, portal.commission_tier],
                [words.limit, words.number(portal.qr_codes_limit)],
                [words.since, words.moment(portal.partner_since)],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </PortalFrame>
    </Loaded>
  );
}

function NoSettings({ permissions }: Pick<SettingsData, 'permissions'>) {
  const { revalidate } = useRevalidator();
  return (
    <Loaded>
      <PortalFrame section="settings" permissions={permissions} sentence={words.loadFailed}>
        <div className={page.actions}>
          <Button onClick={() => void revalidate()}>{words.again}</Button>
        </div>
      </PortalFrame>
    </Loaded>
  );
}

function SettingsForm({ settings, onSaved }: { settings: PartnerSettings; onSaved: (said: string) => void }) {
  const { user_profile: profile, portal_settings: portal } = settings;
  const [email, setEmail] = useState(portal.notifications.email);
  const [marketing, setMarketing] = useState(portal.marketing_consent);
  // What the form was opened with, and has saved since: only what was changed here is sent, so that nothing of somebody else's is undone.
  const [base, setBase] = useState(() => valuesOf(settings));
  const late = useLate();
  const isView = usePartnerView() !== null;
  const saving = useSubmit({
    send: async ({ text }: Filled, api) => {
      const chosen = text('commission_reporting_frequency');
      const values: SettingsValues = {
        organization_name: text('organization_name'),
        phone: text('phone') || null,
        location: text('location') || null,
        email,
        commission_reporting_frequency:
          reportingFrequencies.find((one) => one === chosen) ?? base.commission_reporting_frequency,
        marketing_consent: marketing,
      };
      await api('POST /api/partner-portal/settings', { body: changesOf(values, base) });
      return values;
    },
    done: (values) => {
      setBase(values);
      onSaved(words.saved);
    },
    late: () => late(words.saved),
    refused: (failure) =>
      errorCode(failure) === 'offline'
        ? words.saveFailed
        : { words: `${words.updateFailed}: ${refusalWords(failure)}` },
  });
  const fields = (
    <>
      <h2>{words.profile}</h2>
      <Field
        label={words.organization}
        {...saving.field('organization_name')}
        defaultValue={profile.organization_name}
        maxLength={120}
        autoComplete="organization"
        required
      />
      <Field
        label={words.phone}
        {...saving.field('phone')}
        type="tel"
        defaultValue={profile.phone ?? ''}
        maxLength={40}
        autoComplete="tel"
      />
      <Field
        label={words.location}
        {...saving.field('location')}
        defaultValue={profile.location ?? ''}
        maxLength={120}
      />
      <h2>{words.notifications}</h2>
      <ReportFields
        email={email}
        onEmail={setEmail}
        endedAt={portal.reports_ended_at}
        frequency={{ ...saving.field('commission_reporting_frequency'), defaultValue: portal.reporting_frequency }}
      />
      <Switch name="marketing" label={words.marketing} checked={marketing} onChange={setMarketing} />
    </>
  );
  if (isView)
    return (
      <fieldset className={form.readOnly} disabled>
        {fields}
      </fieldset>
    );
  return (
    <DeskForm of={saving} draft="portal settings" label={words.save} busyLabel={words.saving}>
      {fields}
    </DeskForm>
  );
}

interface SettingsValues {
  organization_name: string;
  phone: string | null;
  location: string | null;
  /** Reports by mail. */
  email: boolean;
  commission_reporting_frequency: (typeof reportingFrequencies)[number];
  marketing_consent: boolean;
}

const valuesOf = ({ user_profile, portal_settings }: PartnerSettings): SettingsValues => ({
  ...user_profile,
  email: portal_settings.notifications.email,
  commission_reporting_frequency: portal_settings.reporting_frequency,
  marketing_consent: portal_settings.marketing_consent,
});

/** What of it is another than before, as it is sent. */
function changesOf(now: SettingsValues, before: SettingsValues) {
  const { email, ...others } = now;
  const changed = Object.entries(others).filter(([name, value]) => value !== before[name as keyof typeof others]);
  return {
    ...(Object.fromEntries(changed) as Partial<typeof others>),
    ...(email !== before.email && { notification_preferences: { email } }),
  };
}
