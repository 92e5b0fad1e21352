import { first } from './en/first.ts';

/**
 * Every word on screen stands in a folder named for its language, one file per screen or group of screens. A lazy screen
 * imports the file of its own words, so that they travel with it; what the first script shows is here. Another language is
 * another folder of the same files and types, which the build puts in this one's place.
 */
export type Messages = typeof first;

/** The words of the shell and of the public pages. */
export const messages: Messages = first;
