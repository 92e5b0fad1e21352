/** A language of the guide. */
export interface Language {
  /** Language tag, as in `lang`. */
  tag: string;
  /** What its readers call it. */
  name: string;
}

// The build puts its own language and the list of all of them in this module's place (scripts/web-languages.ts).

/** The language of this build. */
export const language: string = 'en';
/** The language of what the guide tells of a place or an experience: its `lang` in a page of another language. */
export const contentLanguage = 'en';
/** All languages there are. */
export const languages: readonly Language[] = [{ tag: 'en', name: 'English' }];
