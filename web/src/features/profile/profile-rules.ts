import { profileFields } from '../../messages/en/profile.ts';

// As contract/profiles.ts has them, which cannot come to the browser: it brings the server's checks along.
const phoneForm = /^\+?[1-9]\d{0,15}$/;
const phoneSeparators = /[\s\-()]/g;
const shortestLocation = 2;

/** What is wrong with a phone number as typed, in words; null where nothing is, or nothing is given. */
export function phoneProblem(phone: string): string | null {
  const digits = phone.replace(phoneSeparators, '');
  return digits === '' || phoneForm.test(digits) ? null : profileFields.errors.phone;
}

export function locationProblem(location: string): string | null {
  const { length } = location.trim();
  return length === 0 || length >= shortestLocation ? null : profileFields.errors.location;
}
