import { type Interest, profileFields as words } from '../../messages/en/profile.ts';
import { Picks } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { locationProblem, phoneProblem } from './profile-rules.ts';

export interface Personal {
  phone: string;
  location: string;
  interests: Interest[];
}

export type PersonalErrors = Partial<Record<'phone' | 'location', string | null>>;

/** What is wrong with the fields as typed. */
export const problemsOf = ({ phone, location }: Personal): PersonalErrors => ({
  phone: phoneProblem(phone),
  location: locationProblem(location),
});

interface PersonalFieldsProps {
  value: Personal;
  errors: PersonalErrors;
  /** Travelers tell what they are interested in. */
  withInterests: boolean;
  onChange: (change: Partial<Personal>) => void;
  onCheck: (errors: PersonalErrors) => void;
}

/** What people tell about themselves, all of it optional. */
export function PersonalFields({ value, errors, withInterests, onChange, onCheck }: PersonalFieldsProps) {
  return (
    <>
      {withInterests && (
        <Picks
          legend={words.interestsLegend}
          hint={words.interestsHint}
          options={words.interests}
          values={value.interests}
          onChange={(interests) => onChange({ interests })}
        />
      )}
      <Field
        label={words.location}
        hint={words.locationHint}
        autoComplete="address-level2"
        maxLength={200}
        value={value.location}
        error={errors.location}
        onChange={(event) => onChange({ location: event.target.value })}
        onBlur={() => onCheck({ location: locationProblem(value.location) })}
      />
      <Field
        label={words.phone}
        hint={words.phoneHint}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        value={value.phone}
        error={errors.phone}
        onChange={(event) => onChange({ phone: event.target.value })}
        onBlur={() => onCheck({ phone: phoneProblem(value.phone) })}
      />
    </>
  );
}
