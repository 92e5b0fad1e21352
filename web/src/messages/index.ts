import { en } from './en.ts';

/** The shape of a catalogue: another language is one more file of it. */
export type Messages = typeof en;

/** The words of the page's language. */
export const messages: Messages = en;
