import { type MailWords, mails } from '../../../contract/mails.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import type { Editions } from './editions.ts';

/** The languages there are, and what mails say in each: English, and what is built beside it. */
export interface MailLanguages {
  languages: readonly string[];
  mailsIn: (language: string) => Promise<MailWords>;
}

export const mailLanguagesOf = (editions: Editions | undefined): MailLanguages => ({
  languages: editions?.languages ?? [defaultLanguage],
  mailsIn: async (language) =>
    editions && language !== defaultLanguage ? (await editions.open(language)).renderer.mails : mails,
});
