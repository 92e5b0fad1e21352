/** The form of a phone number once spaces, dashes and brackets are out. */
const phoneForm = /^\+?[1-9]\d{0,15}$/;
const phoneSeparators = /[\s\-()]/g;
const shortestLocation = 2;

/** Whether a text is a phone number, as people write them. Nothing but separators is none. */
export function isPhone(text: string): boolean {
  return phoneForm.test(text.replace(phoneSeparators, ''));
}

/** Whether a text is long enough to say where somebody is at home. */
export function isLocation(text: string): boolean {
  return text.trim().length >= shortestLocation;
}
