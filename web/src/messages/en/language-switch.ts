/** Words of the choice of language. The languages themselves go by the names their readers give them. */
export const languageSwitch = {
  label: 'Language',
  hint: 'The page opens again in the language you choose.',
  offline: 'You can change it once you are connected.',
  written: 'What you have written here would be lost. Send it first, or close it.',
  waits: 'What you did here is not sent yet, and would be lost. It is sent by itself: try again in a moment.',
  change: 'Change',
};
