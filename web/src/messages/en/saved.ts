import { counted } from './counted.ts';
import { day, moment } from './format.ts';

/** Words of saved places. */
export const saved = {
  lead: 'What you want to come back to, with your own notes.',
  savedNow: (name: string) => `Saved: ${name}`,
  removedNow: (name: string) => `Removed: ${name}`,
  storageFailed:
    'This device could not keep it: its storage is full or closed to websites. Free some space or leave private browsing, or sign in, and your account keeps it.',
  guestFull: 'You have saved as many places as this device keeps. Sign in, and your account keeps them all.',
  notKeptOffline:
    'You are offline, and this device could not note it for later. Keep this page open until you are online again.',
  notKeptNow:
    'It could not be sent just now, and this device could not note it for later. Keep this page open: it is sent by itself.',
  notKeptSignedOut:
    'You are signed out, and this device could not note it for later. Keep this page open, and sign in in another tab: it is sent from here.',
  brought: (count: number) =>
    `What waited on this phone has reached your list: ${counted(count, 'change', 'changes')}.`,
  waitsForSignIn: (saved: boolean): string =>
    saved
      ? 'Saved on this phone until you sign in again.'
      : 'Removed on this phone. Your list follows once you sign in again.',
  leftOut: (count: number) =>
    `Your account is full: ${counted(count, 'place stays', 'places stay')} on this device only. Remove some from your list and open it again, and the rest follows.`,
  list: 'Your list',
  loading: 'Looking up your saved places',
  empty: 'Nothing saved yet',
  emptyText: 'Tap the heart on any experience, and it waits for you here, also without a network.',
  emptyAdmin: 'Travelers save what they want to come back to. An administrator’s account keeps no places.',
  explore: 'Explore Experiences',
  guest: 'Kept on this device',
  guestText: 'Sign in, and your list comes along to all your devices.',
  signIn: 'Sign In',
  offline: (when: string) =>
    `You are offline. This is your list as of ${moment(when)} (Hawaiʻi time); you can book again when you are online.`,
  offlinePart: 'You are offline. These are the places you saved on this device.',
  asOf: (when: string) => `This is your list as of ${moment(when)} (Hawaiʻi time).`,
  savedOn: (when: string) => `Saved on ${day(when)}`,
  unavailable: 'No longer available',
  unavailableText: 'This experience has left the guide. Your note stays until you remove it.',
  note: 'Your note',
  noteHint: 'Only you see it. At most 500 characters.',
  noteJoined:
    'Somebody, perhaps you on another phone, has written here meanwhile. Both notes are kept, the new one below the other.',
  noteStays:
    'Somebody, perhaps you on another phone, has written about this place meanwhile. That note is kept, and the place stays on your list.',
  addNote: 'Add a note',
  editNote: 'Edit note',
  saveNote: 'Save note',
  cancel: 'Cancel',
  remove: 'Remove',
  removed: (name: string) => `${name} is off your list.`,
  undo: 'Undo',
};
