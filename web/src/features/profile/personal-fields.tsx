import { type Interest, profileFields as words } from '../../messages/en/profile.ts';
import { Picks } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import type { Faults } from '../../use-submit.ts';
import { locationProblem, phoneProblem } from './profile-rules.ts';

export interface Personal {
  phone: string;
  location: string;
  interests: Interest[];
}

/** What is wrong with the fields as typed. */
export const problemsOf = ({ phone, location }: Personal): Faults => ({
  phone: phoneProblem(phone),
  location: locationProblem(location),
});

/** The field that the server refuses with this code; undefined where it is none. */
export function faultOf(code: string | undefined): { faults: Faults } | undefined {
  if (code === 'invalid_phone') return { faults: { phone: words.errors.phone } };
  if (code === 'invalid_location') return { faults: { location: words.errors.location } };
  return undefined;
}

interface PersonalFieldsProps {
  value: Personal;
  faults: Faults;
  /** Travelers tell what they are interested in. */
  withInterests: boolean;
  onChange: (change: Partial<Personal>) => void;
  onCheck: (faults: Faults) => void;
}

/** What people tell about themselves, all of it optional. */
export function PersonalFields({ value, faults, withInterests, onChange, onCheck }: PersonalFieldsProps) {
  // What the server found stays until it is changed: a line that goes as a field is left moves the button away from under the finger.
  const leave = (found: Faults) => Object.values(found).some(Boolean) && onCheck(found);
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
        error={faults.location}
        onChange={(event) => {
          onChange({ location: event.target.value });
          onCheck({ location: null });
        }}
        onBlur={() => leave({ location: locationProblem(value.location) })}
      />
      <Field
        label={words.phone}
        hint={words.phoneHint}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        value={value.phone}
        error={faults.phone}
        onChange={(event) => {
          onChange({ phone: event.target.value });
          onCheck({ phone: null });
        }}
        onBlur={() => leave({ phone: phoneProblem(value.phone) })}
      />
    </>
  );
}
