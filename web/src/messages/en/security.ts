import { moment } from './format.ts';

/** Words of passkeys, and of confirming with one. */
export const passkeys = {
  title: 'Passkeys',
  lead: 'A passkey is your finger, face or device code. We ask for it before anything that matters.',
  none: 'No passkey yet.',
  added: (when: string) => `Added ${moment(when)}`,
  used: (when: string) => `, last used ${moment(when)}`,
  unnamed: 'Passkey',
  add: 'Add a passkey',
  adding: 'Waiting for your device...',
  remove: 'Remove',
  removeLabel: (name: string) => `Remove the passkey ${name}`,
  removed: (name: string) => `The passkey ${name} is removed.`,
  unsupported: 'This browser cannot keep passkeys. Update it, or use another one.',
  cancelled: 'Nothing was changed: your device did not confirm.',
  signInAgain: 'Sign In',
};

/** Words of the list of places one is signed in at. */
export const sessions = {
  title: 'Where you are signed in',
  here: 'This device',
  /** As the server calls a browser: `Safari on iPhone`. */
  device: (name: string) => name,
  since: (when: string) => `Signed in ${moment(when)}`,
  seen: (when: string) => `, last used ${moment(when)}`,
  end: 'Sign out',
  endLabel: (device: string) => `Sign out of ${device}`,
  ended: (device: string) => `You are signed out of ${device}.`,
  endAll: 'Sign out everywhere',
  ending: 'Signing out...',
  failed: 'That did not work. Check your connection and try again.',
  unanswered: 'No answer has come: it may be done all the same. Check your connection and try again.',
};
