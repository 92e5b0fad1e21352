import { type FormEvent, useState } from 'react';
import type { OwnProfile } from '../../../../contract/profiles.ts';
import { browserApi, errorCode } from '../../api.ts';
import { type Interest, profileFields, profile as words } from '../../messages/en/profile.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { type PersonalErrors, PersonalFields, problemsOf } from './personal-fields.tsx';

interface ProfileFormProps {
  profile: OwnProfile;
  onSaved: () => void;
  onCancel: () => void;
}

/** Changes one's own profile. */
export function ProfileForm({ profile, onSaved, onCancel }: ProfileFormProps) {
  const hasOrganization = profile.role === 'partner' || profile.role === 'advertiser';
  const [value, setValue] = useState({
    name: profile.display_name ?? '',
    organization: profile.organization_name ?? '',
    phone: profile.phone ?? '',
    location: profile.location ?? '',
    interests: profile.interests as Interest[],
  });
  const [errors, setErrors] = useState<PersonalErrors>({});
  const [state, setState] = useState<{ step: 'editing' | 'saving' } | { step: 'failed'; words: string }>({
    step: 'editing',
  });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const problems = problemsOf(value);
    setErrors(problems);
    if (problems.phone || problems.location) return;
    setState({ step: 'saving' });
    const { name, organization, phone, location, interests } = value;
    const body = {
      displayName: name.trim() || null,
      phone: phone.trim() || null,
      location: location.trim() || null,
      ...(profile.role === 'traveler' && { interests }),
      ...(hasOrganization && { organizationName: organization.trim() }),
    };
    try {
      await browserApi('PUT /api/profiles', { body });
      onSaved();
    } catch (error) {
      const code = errorCode(error);
      setState({ step: 'failed', words: refusalWords(error, words.failed) });
      if (code === 'invalid_phone') setErrors({ phone: profileFields.errors.phone });
      if (code === 'invalid_location') setErrors({ location: profileFields.errors.location });
    }
  };

  return (
    <form className={page.form} onSubmit={save} noValidate>
      <Field
        label={words.name}
        autoComplete="name"
        maxLength={100}
        value={value.name}
        onChange={(event) => setValue({ ...value, name: event.target.value })}
      />
      {hasOrganization && (
        <Field
          label={words.organization}
          autoComplete="organization"
          maxLength={200}
          value={value.organization}
          onChange={(event) => setValue({ ...value, organization: event.target.value })}
        />
      )}
      <PersonalFields
        value={value}
        errors={errors}
        withInterests={profile.role === 'traveler'}
        onChange={(change) => setValue({ ...value, ...change })}
        onCheck={(checked) => setErrors({ ...errors, ...checked })}
      />
      {state.step === 'failed' && <Notice tone="bad">{state.words}</Notice>}
      <div className={page.actions}>
        <Button type="submit" wide busy={state.step === 'saving'}>
          {state.step === 'saving' ? words.saving : words.save}
        </Button>
        <Button look="quiet" wide onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
