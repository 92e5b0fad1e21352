import { useRef, useState } from 'react';
import type { OwnProfile } from '../../../../contract/profiles.ts';
import { errorCode } from '../../api.ts';
import { DraftForm } from '../../draft-form.tsx';
import { type Interest, profile as words } from '../../messages/en/profile.ts';
import { refusalWords } from '../../refusal-words.ts';
import type { Filled } from '../../submit-form.tsx';
import { giveUp } from '../../typed-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useSubmit } from '../../use-submit.ts';
import { faultOf, PersonalFields, problemsOf } from './personal-fields.tsx';

interface ProfileFormProps {
  profile: OwnProfile;
  /** What follows; the form is busy until it is over. */
  onSaved: () => unknown;
  onCancel: () => void;
}

const valuesOf = (profile: OwnProfile) => ({
  name: profile.display_name ?? '',
  organization: profile.organization_name ?? '',
  phone: profile.phone ?? '',
  location: profile.location ?? '',
  interests: profile.interests as Interest[],
});
type Values = ReturnType<typeof valuesOf>;

/** The name of its form, for what was typed into it (`draftOf`). */
export const profileDraft = 'profile';

/** Changes one's own profile. */
export function ProfileForm({ profile, onSaved, onCancel }: ProfileFormProps) {
  const hasOrganization = profile.role === 'partner' || profile.role === 'advertiser';
  const [value, setValue] = useState(() => valuesOf(profile));
  const begun = useRef(value);
  const saving = useSubmit({
    check: () => ({ faults: problemsOf(value) }),
    send: (_filled: Filled, api) => {
      const { name, organization, phone, location, interests } = value;
      const isChanged = (field: keyof Values) => String(value[field]) !== String(begun.current[field]);
      // What was left as it was may be something else by now, as another phone has saved it.
      const body = {
        ...(isChanged('name') && { displayName: name.trim() || null }),
        ...(isChanged('phone') && { phone: phone.trim() || null }),
        ...(isChanged('location') && { location: location.trim() || null }),
        ...(profile.role === 'traveler' && isChanged('interests') && { interests }),
        ...(hasOrganization && isChanged('organization') && { organizationName: organization.trim() }),
      };
      return api('PUT /api/profiles', { body });
    },
    done: onSaved,
    refused: (failure) => ({ words: refusalWords(failure, words.failed), ...faultOf(errorCode(failure)) }),
  });

  return (
    <DraftForm
      of={saving}
      draft={profileDraft}
      keepsUnsent
      label={words.save}
      busyLabel={words.saving}
      leave={
        <Button
          look="quiet"
          wide
          onClick={({ currentTarget }) => {
            giveUp(currentTarget.form);
            onCancel();
          }}
        >
          {words.cancel}
        </Button>
      }
    >
      <Field
        error={saving.faults.displayName}
        label={words.name}
        autoComplete="name"
        maxLength={100}
        value={value.name}
        onChange={(event) => setValue({ ...value, name: event.target.value })}
      />
      {hasOrganization && (
        <Field
          error={saving.faults.organizationName}
          label={words.organization}
          autoComplete="organization"
          maxLength={200}
          value={value.organization}
          onChange={(event) => setValue({ ...value, organization: event.target.value })}
        />
      )}
      <PersonalFields
        value={value}
        faults={saving.faults}
        withInterests={profile.role === 'traveler'}
        onChange={(change) => setValue({ ...value, ...change })}
        onCheck={saving.mark}
      />
    </DraftForm>
  );
}
