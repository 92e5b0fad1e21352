import { isLocation, isPhone } from '../../../../contract/profile-form.ts';
import { profileFields } from '../../messages/en/profile.ts';

/** What is wrong with a phone number as typed, in words; null where nothing is, or nothing is given. */
export function phoneProblem(phone: string): string | null {
  return !phone.trim() || isPhone(phone) ? null : profileFields.errors.phone;
}

export function locationProblem(location: string): string | null {
  return !location.trim() || isLocation(location) ? null : profileFields.errors.location;
}
