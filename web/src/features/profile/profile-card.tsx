import type { CurrentUser } from '../../../../contract/accounts.ts';
import type { OwnProfile } from '../../../../contract/profiles.ts';
import type { Role } from '../../../../contract/roles.ts';
import { type Interest, profileFields, profile as words } from '../../messages/en/profile.ts';
import { type PartnerType, stakeholders } from '../../messages/en/stakeholders.ts';
import { list } from '../../messages/format.ts';
import { messages } from '../../messages/index.ts';
import page from '../../ui/page.module.css';

/** One's own profile as it stands. */
export function ProfileCard({ user, profile }: { user: CurrentUser; profile: OwnProfile }) {
  const kind = profile.partner_type as PartnerType | null;
  const rows = [
    [words.name, profile.display_name],
    [words.email, user.email],
    [words.role, messages.roles[profile.role as Role]],
    ...(profile.organization_name ? [[words.organization, profile.organization_name]] : []),
    ...(kind && profile.role === 'partner' ? [[words.kind, stakeholders.partnerTypes[kind]]] : []),
    [profileFields.phone, profile.phone],
    [profileFields.location, profile.location],
    ...(profile.role === 'traveler'
      ? [[profileFields.interestsLabel, list(profile.interests.map((one) => profileFields.interests[one as Interest]))]]
      : []),
  ];
  return (
    <dl className={page.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={value ? undefined : page.unset}>{value || words.none}</dd>
        </div>
      ))}
    </dl>
  );
}
